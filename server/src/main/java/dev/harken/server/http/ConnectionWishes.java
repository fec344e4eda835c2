package dev.harken.server.http;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;

/** What an HTTP/1 request asks of its connection (RFC 9112 section 9, RFC 9110 section 10.1.1). */
final class ConnectionWishes {
    private ConnectionWishes() {}

    /** Returns whether the connection stays open, if client and settings have their way. */
    static boolean keepAlive(final HttpRequest request, final Exchange exchange) {
        final Settings settings = exchange.settings;
        if (settings.keepaliveNanos() == 0
                || exchange.connection.requestCount >= settings.keepaliveRequests()) {
            return false;
        }
        final String wish = request.headers().get(HttpHeaderNames.CONNECTION);
        if (request.protocolVersion().isKeepAliveDefault()) {
            return wish == null || !contains(wish, "close");
        }
        return wish != null && contains(wish, "keep-alive");
    }

    /** Returns whether the client waits for a word before it sends the body. */
    static boolean continueFirst(final HttpRequest request) {
        return request.headers().contains(HttpHeaderNames.EXPECT)
                && request.protocolVersion().equals(HttpVersion.HTTP_1_1)
                && request.headers().contains(HttpHeaderNames.EXPECT, "100-continue", true);
    }

    private static boolean contains(final String text, final String word) {
        for (int at = 0; at + word.length() <= text.length(); at++) {
            if (text.regionMatches(true, at, word, 0, word.length())) {
                return true;
            }
        }
        return false;
    }
}
