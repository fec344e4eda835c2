package dev.harken.netty;

import dev.harken.listen.Listener;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;

/**
 * A worker's bookkeeping of one connection. One object in three roles, since there may be a
 * million: what the channel carries, what listens for its end, and its place in the worker's table.
 * With the channel's attribute it comes to about 90 bytes, beside Netty's channel and pipeline.
 */
final class WorkerConnection implements Connection, ChannelFutureListener {

    private final Worker worker;
    private final Listener listener;
    private final Channel channel;

    /** Place in the worker's table, -1 outside; worker thread only. */
    int slot = -1;

    WorkerConnection(final Worker worker, final Listener listener, final Channel channel) {
        this.worker = worker;
        this.listener = listener;
        this.channel = channel;
    }

    @Override
    public Worker worker() {
        return worker;
    }

    @Override
    public Listener listener() {
        return listener;
    }

    Channel channel() {
        return channel;
    }

    @Override
    public void operationComplete(final ChannelFuture closed) {
        worker.closed(this);
    }
}
