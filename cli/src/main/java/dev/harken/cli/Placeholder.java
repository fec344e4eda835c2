package dev.harken.cli;

final class Placeholder {
    private Placeholder() {}
}
