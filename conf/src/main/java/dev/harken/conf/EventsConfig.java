package dev.harken.conf;

import java.time.Duration;
import java.util.Optional;

/**
 * The {@code events} block.
 *
 * @param use the transport asked for; empty lets the server choose the best
 * @param acceptMutex whether workers take turns at plain shared listening sockets
 * @param acceptMutexDelay how long a worker that did not get its turn waits at most
 * @param multiAccept whether a worker accepts all it can at each event
 * @param workerConnections connections per worker, listening and upstream ones included
 */
public record EventsConfig(
        Optional<Transport> use,
        boolean acceptMutex,
        Duration acceptMutexDelay,
        boolean multiAccept,
        int workerConnections) {

    /** What {@code use} can name. */
    public enum Transport {
        /** {@code io_uring}, which nginx lacks. */
        IO_URING,
        /** {@code epoll}. */
        EPOLL,
        /** {@code nio}, the JDK's own selector, which nginx lacks. */
        NIO
    }
}
