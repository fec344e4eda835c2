package dev.harken.netty;

import dev.harken.listen.Listener;

import io.netty.channel.Channel;
import io.netty.util.AttributeKey;

import org.jspecify.annotations.Nullable;

/** Where a connection came from: which listener, which worker. */
public sealed interface Connection permits WorkerConnection {

    /** The attribute under which a channel carries its connection. */
    AttributeKey<Connection> KEY = AttributeKey.valueOf(Connection.class, "connection");

    /**
     * The connection behind a channel; {@code null} for a channel no worker accepted. Any thread.
     */
    static @Nullable Connection of(final Channel channel) {
        return channel.attr(KEY).get();
    }

    /** The worker that serves it. */
    Worker worker();

    /** The listener it came through. */
    Listener listener();

    /** The shard of {@link #listener()}. */
    default int shard() {
        return listener().shard();
    }
}
