package dev.harken.server.http;

import dev.harken.server.http.Response.Header;
import dev.harken.server.text.WorkerClock;

import io.netty.handler.codec.http.DefaultHttpHeadersFactory;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;

import java.util.Map;

/** Between HTTP/2 header blocks and what requests and answers are here. */
final class Http2Heads {
    /** The frame codec has checked names and values. */
    private static final DefaultHttpHeadersFactory HEADERS =
            DefaultHttpHeadersFactory.headersFactory().withValidation(false);

    private Http2Heads() {}

    /**
     * Fills in what a request's header block says.
     *
     * @return false for a block without method or path
     */
    static boolean fill(final Http2Headers block, final Exchange exchange) {
        final CharSequence method = block.method();
        final CharSequence path = block.path();
        final HttpHeaders headers = HEADERS.newHeaders();
        exchange.protocol = "HTTP/2.0";
        exchange.headers = headers;
        for (final Map.Entry<CharSequence, CharSequence> entry : block) {
            final CharSequence name = entry.getKey();
            if (name.isEmpty() || name.charAt(0) == ':') {
                continue;
            }
            exchange.requestBytes += name.length() + entry.getValue().length();
            // A client may cut its cookies into several fields (RFC 9113 section 8.2.3).
            final String earlier =
                    HttpHeaderNames.COOKIE.contentEquals(name) ? headers.get(name) : null;
            if (earlier == null) {
                headers.add(name, entry.getValue().toString());
            } else {
                headers.set(name, earlier + "; " + entry.getValue());
            }
        }
        if (method == null || path == null) {
            return false;
        }
        exchange.method = method.toString();
        exchange.target = path.toString();
        final CharSequence authority = block.authority();
        if (authority != null) {
            headers.set(HttpHeaderNames.HOST, authority.toString());
        }
        return true;
    }

    /** Returns the header block of an answer. */
    static Http2Headers of(final Exchange exchange, final Response response) {
        final WorkerClock clock = exchange.connection.worker.clock();
        clock.refresh(exchange.startNanos);
        final Http2Headers block = new DefaultHttp2Headers(false);
        block.status(Integer.toString(response.status()));
        block.add(HttpHeaderNames.SERVER, exchange.settings.signature());
        block.add(HttpHeaderNames.DATE, clock.date());
        if (!response.bodiless()) {
            if (!response.contentType().isEmpty()) {
                block.add(HttpHeaderNames.CONTENT_TYPE, response.contentType());
            }
            block.add(HttpHeaderNames.CONTENT_LENGTH, Long.toString(response.length()));
        }
        for (final Header header : response.headers()) {
            block.add(header.name(), header.value());
        }
        return block;
    }
}
