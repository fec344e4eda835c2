package dev.harken.server.http;

import dev.harken.server.log.ConnectionNumbers;
import dev.harken.server.text.Addresses;
import dev.harken.server.tls.TlsSession;

import io.netty.channel.Channel;

import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;

/** What all requests of one client connection have in common. Worker thread only. */
final class ClientConnection {
    final Channel channel;
    final HttpWorker worker;
    final HttpEndpoint endpoint;
    final int shard;
    final long number = ConnectionNumbers.next();
    final long openedNanos = System.nanoTime();

    /** Requests received so far, the current one included. */
    int requestCount;

    /** What the TLS handshake settled; null on a plain connection. */
    @Nullable TlsSession tls;

    private @Nullable SocketAddress remote;
    private @Nullable SocketAddress local;

    ClientConnection(
            final Channel channel,
            final HttpWorker worker,
            final HttpEndpoint endpoint,
            final int shard) {
        this.channel = channel;
        this.worker = worker;
        this.endpoint = endpoint;
        this.shard = shard;
    }

    /** Returns the client's address, or {@code unix:}; asked of the kernel once. */
    String remoteAddress() {
        return Addresses.host(remote());
    }

    /** Returns the client's port, or 0. */
    int remotePort() {
        return Addresses.port(remote());
    }

    /** Returns our address that the client reached. */
    String localAddress() {
        return Addresses.host(local());
    }

    /** Returns our port, or 0. */
    int localPort() {
        return Addresses.port(local());
    }

    /** Returns our end, as the kernel says. */
    @Nullable SocketAddress local() {
        if (local == null) {
            local = channel.localAddress();
        }
        return local;
    }

    /** Returns {@code https} or {@code http}. */
    String scheme() {
        return tls == null ? "http" : "https";
    }

    private @Nullable SocketAddress remote() {
        if (remote == null) {
            remote = channel.remoteAddress();
        }
        return remote;
    }
}
