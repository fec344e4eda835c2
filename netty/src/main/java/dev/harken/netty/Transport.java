package dev.harken.netty;

/** How a worker talks to the kernel. The order is the order of preference. */
public enum Transport {
    /** Completion queues; Linux 5.10 and a kernel policy that allows them. */
    IO_URING,
    /** Edge of readiness by epoll(7), through Netty's native library. */
    EPOLL,
    /** {@code java.nio}; everywhere. */
    NIO
}
