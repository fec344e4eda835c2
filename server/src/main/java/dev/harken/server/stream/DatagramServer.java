package dev.harken.server.stream;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Epoll;
import dev.harken.linux.Errno;
import dev.harken.linux.EventFd;
import dev.harken.listen.Listener;
import dev.harken.listen.ListenerGroup;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/**
 * Answers the datagrams of one address: a thread for each socket, because none of the workers'
 * transports adopts an open datagram socket on every kernel.
 *
 * <p>Any thread may close it.
 */
public final class DatagramServer implements AutoCloseable {
    private static final int MAX_EVENTS = 2;

    private final int stopFd;
    private final List<Thread> threads = new ArrayList<>();
    private boolean closed; // guarded by this

    private DatagramServer(final int stopFd) {
        this.stopFd = stopFd;
    }

    /**
     * Starts the threads.
     *
     * @param group the sockets; they stay the caller's and are closed after this
     * @param endpoint who answers
     * @param firstLogQueue index of the first thread's access log queue; the others follow
     * @throws IllegalStateException when no descriptor is left; no thread then runs
     */
    public static DatagramServer start(
            final ListenerGroup group, final StreamEndpoint endpoint, final int firstLogQueue) {
        final int stopFd =
                require("eventfd", EventFd.eventfd(0, EventFd.EFD_NONBLOCK | EventFd.EFD_CLOEXEC));
        final DatagramServer server = new DatagramServer(stopFd);
        try {
            for (final Listener listener : group.listeners()) {
                final DatagramSocket socket =
                        new DatagramSocket(
                                require(
                                        "fcntl(F_DUPFD_CLOEXEC)",
                                        Descriptors.fcntl(
                                                listener.fd(), Descriptors.F_DUPFD_CLOEXEC, 0)),
                                listener.shard(),
                                (InetSocketAddress) group.localAddress(),
                                endpoint,
                                new StreamWorker(firstLogQueue + listener.shard()));
                server.threads.add(
                        Thread.ofPlatform()
                                .name("harken-udp-" + listener.shard())
                                .start(() -> server.run(socket)));
            }
            return server;
        } catch (final RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Ends the threads; returns when they have ended. Datagrams that wait are not answered. */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        EventFd.eventfdWrite(stopFd, 1);
        boolean interrupted = false;
        for (final Thread thread : threads) {
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (final InterruptedException _) {
                    interrupted = true;
                }
            }
        }
        Descriptors.close(stopFd);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void run(final DatagramSocket socket) {
        try (Arena arena = Arena.ofConfined()) {
            final int epollFd = require("epoll_create1", Epoll.epollCreate1(Epoll.EPOLL_CLOEXEC));
            try {
                final MemorySegment events =
                        arena.allocate((long) MAX_EVENTS * Epoll.EVENT_BYTES, Long.BYTES);
                watch(epollFd, stopFd, events);
                watch(epollFd, socket.fd(), events);
                while (!stopRequested(epollFd, events)) {
                    socket.answerWaiting();
                }
            } finally {
                Descriptors.close(epollFd);
            }
        } finally {
            socket.close();
        }
    }

    private boolean stopRequested(final int epollFd, final MemorySegment events) {
        final int ready = Epoll.epollWait(epollFd, events, MAX_EVENTS, -1);
        for (int i = 0; i < ready; i++) {
            if (Epoll.data(events, i) == stopFd) {
                return true;
            }
        }
        return false;
    }

    private static void watch(final int epollFd, final int fd, final MemorySegment event) {
        Epoll.putEvent(event, 0, Epoll.EPOLLIN, fd);
        require("epoll_ctl", Epoll.epollCtl(epollFd, Epoll.EPOLL_CTL_ADD, fd, event));
    }

    private static int require(final String call, final int result) {
        if (result < 0) {
            throw new IllegalStateException(
                    call + ": " + Errno.name(-result) + " " + Errno.describe(-result));
        }
        return result;
    }
}
