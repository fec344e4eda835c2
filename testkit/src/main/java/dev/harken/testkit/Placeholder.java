package dev.harken.testkit;

final class Placeholder {
    private Placeholder() {}
}
