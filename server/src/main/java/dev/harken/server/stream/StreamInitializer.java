package dev.harken.server.stream;

import dev.harken.netty.Connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;

import java.util.List;
import java.util.concurrent.TimeUnit;

/** Puts the handlers of a stream server on each accepted channel. Called on worker threads. */
@ChannelHandler.Sharable
final class StreamInitializer extends ChannelInitializer<Channel> {
    private static final long HANDSHAKE_SECONDS = 60;

    private final List<StreamWorker> workers;
    private final StreamEndpoint endpoint;

    StreamInitializer(final List<StreamWorker> workers, final StreamEndpoint endpoint) {
        this.workers = workers;
        this.endpoint = endpoint;
    }

    @Override
    protected void initChannel(final Channel channel) {
        final Connection accepted = Connection.of(channel);
        if (accepted == null) {
            throw new IllegalStateException(
                    "channel: " + channel + " (expected: one a worker has)");
        }
        final StreamWorker worker = workers.get(accepted.worker().index());
        final StreamServer server = endpoint.server(channel.localAddress());
        final SslContext tls = server.tls();
        if (tls != null) {
            final SslHandler handler = tls.newHandler(channel.alloc());
            handler.setHandshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
            channel.pipeline().addLast(handler);
        }
        final StreamSession session =
                new StreamSession(
                        "TCP",
                        channel.remoteAddress(),
                        channel.localAddress(),
                        worker.clock(),
                        worker.index(),
                        accepted.shard());
        channel.pipeline().addLast(new StreamConnection(server, worker, session));
    }
}
