package dev.harken.server.stream;

import dev.harken.server.log.ConnectionNumbers;
import dev.harken.server.text.WorkerClock;
import dev.harken.server.tls.TlsSession;

import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;

/** One TCP connection, or one datagram and its answer. Belongs to the thread that serves it. */
final class StreamSession {
    static final int OK = 200;
    static final int INTERNAL_ERROR = 500;

    final String protocol;
    final @Nullable SocketAddress remote;
    final @Nullable SocketAddress local;
    final WorkerClock clock;
    final int worker;
    final int shard;
    final long number = ConnectionNumbers.next();
    final long startNanos = System.nanoTime();

    @Nullable TlsSession tls;
    long bytesReceived;
    long bytesSent;
    int status = OK;

    StreamSession(
            final String protocol,
            final @Nullable SocketAddress remote,
            final @Nullable SocketAddress local,
            final WorkerClock clock,
            final int worker,
            final int shard) {
        this.protocol = protocol;
        this.remote = remote;
        this.local = local;
        this.clock = clock;
        this.worker = worker;
        this.shard = shard;
    }
}
