package dev.harken.listen;

import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * The open sockets of one configuration, which share one address. Any thread.
 *
 * <p>The group owns the descriptors. Closing a listener resets the connections in its accept queue,
 * unless net.ipv4.tcp_migrate_req moves them to a sibling.
 */
public final class ListenerGroup implements AutoCloseable {
    private final ListenConfig config;
    private final ListenAddress address;
    private final List<Listener> listeners;
    private final Optional<UnixFile> file;
    private final OpenReport report;

    ListenerGroup(
            final ListenConfig config,
            final ListenAddress address,
            final List<Listener> listeners,
            final Optional<UnixFile> file,
            final OpenReport report) {
        this.config = config;
        this.address = address;
        this.listeners = List.copyOf(listeners);
        this.file = file;
        this.report = report;
    }

    /** The configuration that was opened. */
    public ListenConfig config() {
        return config;
    }

    /** Where the group listens, with the port that the kernel chose. */
    public ListenAddress address() {
        return address;
    }

    /**
     * The address as the JDK names it.
     *
     * @throws UnsupportedOperationException for an abstract Unix name
     */
    public SocketAddress localAddress() {
        return address.socketAddress();
    }

    /** The sockets in shard order; the list stays the same when one is closed. */
    public List<Listener> listeners() {
        return listeners;
    }

    /** What was asked for and what is in force. */
    public OpenReport report() {
        return report;
    }

    /** Whether a socket of the group is still open. */
    public boolean isOpen() {
        return listeners.stream().anyMatch(Listener::isOpen);
    }

    /**
     * Closes one socket; the others carry on. The kernel moves its last socket into the gap.
     *
     * @throws IndexOutOfBoundsException if there is no such shard
     */
    public void closeShard(final int shard) {
        final Listener listener = listeners.get(shard);
        if (listener.isOpen() && openCount() == 1) {
            unlink();
        }
        listener.close();
    }

    /**
     * Closes every socket, the last shard first, so that the kernel's numbering of the others never
     * changes. A Unix socket file is removed if it is still ours. Does nothing the second time.
     */
    @Override
    public void close() {
        if (isOpen()) {
            unlink();
        }
        for (final Listener listener : listeners.reversed()) {
            listener.close();
        }
    }

    @Override
    public String toString() {
        return "%s %s x%d".formatted(config.protocol().label(), address, listeners.size());
    }

    private long openCount() {
        return listeners.stream().filter(Listener::isOpen).count();
    }

    /** While the socket is open nobody else's file can have its inode. */
    private void unlink() {
        file.ifPresent(UnixFile::unlink);
    }
}
