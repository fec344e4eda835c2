package dev.harken.linux;

final class Placeholder {
    private Placeholder() {}
}
