package dev.harken.listen;

final class Placeholder {
    private Placeholder() {}
}
