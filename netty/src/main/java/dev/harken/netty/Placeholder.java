package dev.harken.netty;

final class Placeholder {
    private Placeholder() {}
}
