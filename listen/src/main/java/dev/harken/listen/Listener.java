package dev.harken.listen;

import dev.harken.linux.Descriptors;

import java.util.List;

/** One listening socket of a {@link ListenerGroup}. Any thread. */
public final class Listener {
    private final SocketContext socket;
    private final List<OptionReport> options;
    private boolean open = true; // guarded by this, so that no call meets a number used again

    Listener(final SocketContext socket, final List<OptionReport> options) {
        this.socket = socket;
        this.options = List.copyOf(options);
    }

    /**
     * The descriptor: non-blocking, close-on-exec, owned by the group. Whoever polls it for longer
     * than the group lives duplicates it.
     *
     * @throws IllegalStateException if the listener is closed
     */
    public synchronized int fd() {
        requireOpen();
        return socket.fd();
    }

    /** The socket's place in the group, from 0. */
    public int shard() {
        return socket.shard();
    }

    /** Where the socket listens, with the port that the kernel chose. */
    public ListenAddress address() {
        return socket.address();
    }

    /** What the socket speaks. */
    public Protocol protocol() {
        return socket.protocol();
    }

    /** Every option of this socket as it was when it opened. */
    public List<OptionReport> options() {
        return options;
    }

    /** Whether the socket is still open. */
    public synchronized boolean isOpen() {
        return open;
    }

    /**
     * The connections that wait to be accepted: one getsockopt(2) on TCP, a dump of sock_diag(7) on
     * Unix sockets.
     *
     * @throws IllegalStateException if the listener is closed
     * @throws UnsupportedOperationException for UDP, which accepts nothing, or if the kernel does
     *     not tell
     */
    public synchronized AcceptQueue acceptQueue() {
        requireOpen();
        return AcceptQueues.read(socket.fd(), socket.protocol())
                .orElseThrow(
                        () ->
                                new UnsupportedOperationException(
                                        "no accept queue to be read on " + this));
    }

    @Override
    public String toString() {
        return "%s %s (shard %d)".formatted(socket.protocol().label(), address(), shard());
    }

    synchronized void close() {
        if (open) {
            open = false;
            Descriptors.close(socket.fd());
        }
    }

    private void requireOpen() {
        if (!open) {
            throw new IllegalStateException(this + " is closed");
        }
    }
}
