package dev.harken.conf;

final class Placeholder {
    private Placeholder() {}
}
