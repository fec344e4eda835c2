package dev.harken.netty;

/** Which transport is asked for. */
public enum TransportPreference {
    /** The best that this host allows. */
    AUTO,
    /** io_uring or nothing. */
    IO_URING,
    /** epoll or nothing. */
    EPOLL,
    /** {@code java.nio}. */
    NIO
}
