package dev.harken.bench.load;

import dev.harken.linux.Ip;
import dev.harken.linux.Sockets;
import dev.harken.netty.Transport;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.unix.UnixChannel;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringSocketChannel;

import java.net.InetSocketAddress;
import java.util.List;

/** Makes the connections of one lane. Loop thread only. */
final class Dialer {

    private final EventLoop loop;
    private final Transport transport;
    private final InetSocketAddress remote;
    private final List<InetSocketAddress> sources;
    private final int step;

    private int nextSource;

    /**
     * A dialer.
     *
     * @param sources local addresses to use in turn; empty: the kernel chooses
     * @param first which of them is the first
     * @param step how far the next one is, so that lanes don't use the same at a time
     */
    Dialer(
            final EventLoop loop,
            final Transport transport,
            final InetSocketAddress remote,
            final List<InetSocketAddress> sources,
            final int first,
            final int step) {
        this.loop = loop;
        this.transport = transport;
        this.remote = remote;
        this.sources = sources;
        this.nextSource = first;
        this.step = step;
    }

    /** A socket registered with the loop, without handlers. */
    Channel open() {
        final Channel channel =
                switch (transport) {
                    case IO_URING -> new IoUringSocketChannel();
                    case EPOLL -> new EpollSocketChannel();
                    case NIO -> new NioSocketChannel();
                };
        channel.config().setOption(ChannelOption.TCP_NODELAY, true);
        // The lane looks after old connections itself: one timer for all of them.
        channel.config().setConnectTimeoutMillis(0);
        if (transport == Transport.IO_URING && Loops.hasReceiveRing()) {
            channel.config()
                    .setOption(IoUringChannelOption.IO_URING_BUFFER_GROUP_ID, Loops.RING_GROUP);
        }
        final var _ = loop.register(channel);
        return channel;
    }

    /** Begins to connect. */
    ChannelFuture connect(final Channel channel) {
        if (sources.isEmpty()) {
            return channel.connect(remote);
        }
        if (channel instanceof final UnixChannel socket) {
            // The port is chosen by connect(2), which needs it to be free for this peer only.
            Sockets.setInt(
                    socket.fd().intValue(), Sockets.IPPROTO_IP, Ip.IP_BIND_ADDRESS_NO_PORT, 1);
        }
        final InetSocketAddress source = sources.get(Math.floorMod(nextSource, sources.size()));
        nextSource = (nextSource + step) % sources.size();
        return channel.connect(remote, source);
    }
}
