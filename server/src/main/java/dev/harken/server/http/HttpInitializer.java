package dev.harken.server.http;

import dev.harken.netty.Connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;

/** Puts the handlers of HTTP on each accepted channel. Called on worker threads. */
@ChannelHandler.Sharable
final class HttpInitializer extends ChannelInitializer<Channel> {
    private final HttpWorkers workers;
    private final HttpEndpoint endpoint;

    HttpInitializer(final HttpWorkers workers, final HttpEndpoint endpoint) {
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
        final ClientConnection connection =
                new ClientConnection(
                        channel, workers.of(accepted.worker()), endpoint, accepted.shard());
        final AddressService service = endpoint.service(connection);
        if (service.tls() != null) {
            channel.pipeline().addLast(new TlsGate(connection, service.tls()));
        } else if (service.http2()) {
            channel.pipeline().addLast(new PriorKnowledgeGate(connection));
        } else {
            http1(channel.pipeline(), connection, false);
        }
    }

    /** Adds the handlers of HTTP/1. */
    static void http1(
            final ChannelPipeline pipeline,
            final ClientConnection connection,
            final boolean plainToTls) {
        final Http1Decoder decoder = new Http1Decoder();
        pipeline.addLast(decoder, new Http1Connection(connection, decoder, plainToTls));
    }
}
