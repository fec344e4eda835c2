package dev.harken.netty;

import io.netty.channel.Channel;

import org.jspecify.annotations.Nullable;

import java.util.Arrays;
import java.util.Objects;
import java.util.function.Consumer;

/**
 * The open connections of one worker: a dense array, so that adding, removing and going over them
 * cost no node per connection. Worker thread only.
 */
final class ConnectionTable {

    private static final int INITIAL_CAPACITY = 64;

    private @Nullable WorkerConnection[] connections = new WorkerConnection[INITIAL_CAPACITY];
    private int size;

    int size() {
        return size;
    }

    void add(final WorkerConnection connection) {
        if (size == connections.length) {
            connections = Arrays.copyOf(connections, size * 2);
        }
        connection.slot = size;
        connections[size++] = connection;
    }

    /** Answers whether it was there. */
    boolean remove(final WorkerConnection connection) {
        if (connection.slot < 0) {
            return false;
        }
        final WorkerConnection last = Objects.requireNonNull(connections[--size]);
        last.slot = connection.slot;
        connections[connection.slot] = last;
        connections[size] = null;
        connection.slot = -1;
        return true;
    }

    /** Goes over a copy: what is visited may close. */
    void forEach(final Consumer<Channel> visitor) {
        for (final WorkerConnection connection : Arrays.copyOf(connections, size)) {
            if (connection != null) {
                visitor.accept(connection.channel());
            }
        }
    }
}
