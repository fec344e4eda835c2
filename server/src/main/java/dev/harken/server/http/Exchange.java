package dev.harken.server.http;

import io.netty.handler.codec.http.HttpHeaders;

import org.jspecify.annotations.Nullable;

/**
 * One request and what became of it. Worker thread only; an HTTP/1 connection uses one object for
 * all its requests.
 */
final class Exchange {
    final ClientConnection connection;

    String method = "";
    String target = "";
    String protocol = "";
    HttpHeaders headers;

    /** The host that was asked for, in lower case without port; empty without a Host header. */
    String host = "";

    /** Decoded path; changed by an internal redirect. */
    String path = "";

    @Nullable String args;
    VirtualServer server;

    /** The location's settings, or the server's where none fits. */
    Settings settings;

    long startNanos;
    long requestBytes;

    /** Internal redirects within the present answer. */
    int redirectCount;

    /** 0 until the answer is known. */
    int status;

    /** What is sent; null until that is known. */
    @Nullable Response response;

    /** Whether the request came together with an earlier one. */
    boolean pipelined;

    long bodyBytesSent;
    long bytesSent;

    Exchange(
            final ClientConnection connection,
            final VirtualServer server,
            final HttpHeaders headers) {
        this.connection = connection;
        this.server = server;
        this.settings = server.settings();
        this.headers = headers;
    }

    /** Returns whether the client wants no body. */
    boolean head() {
        return method.equals("HEAD");
    }

    /** Returns {@code $host}: what was asked for, else the server's first name. */
    String hostOrServerName() {
        return host.isEmpty() ? server.name() : host;
    }
}
