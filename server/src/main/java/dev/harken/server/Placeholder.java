package dev.harken.server;

final class Placeholder {
    private Placeholder() {}
}
