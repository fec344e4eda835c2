package dev.harken.server.http;

import dev.harken.conf.LogLevel;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.Iterator;

/**
 * Checks a request, finds its server and location, and asks the location for the answer; the same
 * for all versions of HTTP. One per connection, because it remembers where the last request went: a
 * client that asks for the same again is not parsed again. Worker thread only.
 */
final class Router {
    private static final HttpHeaders NO_HEADERS = new DefaultHttpHeaders();
    private static final int MAX_REDIRECTS = 10;

    private final ClientConnection connection;

    // What the last request was and where it went.
    private @Nullable AddressService lastService;
    private String lastTarget = "";
    private @Nullable String lastHostHeader;
    private String lastHost = "";
    private @Nullable RequestTarget lastParts;
    private @Nullable VirtualServer lastServer;

    Router(final ClientConnection connection) {
        this.connection = connection;
    }

    /** Returns the object for a request that has not come yet. */
    Exchange newExchange() {
        final VirtualServer server =
                connection.endpoint.service(connection).hosts().defaultServer();
        return new Exchange(connection, server, NO_HEADERS);
    }

    /**
     * Checks the request and fills in host, path, server and settings.
     *
     * @return 0, or the status with which the request must be refused
     */
    @SuppressWarnings("ReferenceEquality") // another object means that it was reloaded
    int accept(final Exchange exchange) {
        final AddressService service = connection.endpoint.service(connection);
        final HttpHeaders headers = exchange.headers;
        final String hostHeader = headers.get(HttpHeaderNames.HOST);
        final boolean known =
                service == lastService
                        && exchange.target.equals(lastTarget)
                        && (hostHeader == null
                                ? lastHostHeader == null
                                : hostHeader.equals(lastHostHeader));
        if (!known && !parse(exchange, service, hostHeader)) {
            return 400;
        }
        final RequestTarget parts = lastParts;
        final VirtualServer server = lastServer;
        if (parts == null || server == null) {
            return 400;
        }
        exchange.host = lastHost;
        exchange.path = parts.path();
        exchange.args = parts.args();
        exchange.server = server;
        exchange.settings = server.settings();
        return check(exchange, headers, hostHeader);
    }

    /** Returns whether the body that is announced is larger than what is read. */
    boolean bodyTooLarge(final Exchange exchange) {
        final String length = exchange.headers.get(HttpHeaderNames.CONTENT_LENGTH);
        if (length == null || length.length() < 7) {
            return false;
        }
        try {
            return Long.parseLong(length) > HttpLimits.BODY_BYTES;
        } catch (final NumberFormatException _) {
            return true;
        }
    }

    /** Returns the answer of the server's own {@code return} or of the location that fits. */
    Response answer(final Exchange exchange) {
        final Content action = exchange.server.action();
        try {
            return action != null ? action.answer(exchange) : dispatch(exchange);
        } catch (final RuntimeException e) {
            log(exchange, LogLevel.ALERT, "answering failed: " + e);
            return exchange.settings.errorPages().page(500);
        }
    }

    /** Finds the location for the exchange's path and asks it. */
    static Response dispatch(final Exchange exchange) {
        if (++exchange.redirectCount > MAX_REDIRECTS) {
            exchange.redirectCount = 0;
            return exchange.settings.errorPages().page(500);
        }
        final Location location = exchange.server.locations().find(exchange.path);
        final Response response;
        if (location == null) {
            exchange.settings = exchange.server.settings();
            response = exchange.server.otherwise().answer(exchange);
        } else {
            exchange.settings = location.settings();
            response = location.content().answer(exchange);
        }
        exchange.redirectCount = 0;
        return response;
    }

    /** Returns the status for a request that could not be decoded. */
    int statusOf(final Throwable failure) {
        return switch (failure) {
            case TooLongHttpLineException _ -> 414;
            case TooLongHttpHeaderException _ -> Statuses.HEADER_TOO_LARGE;
            case IllegalArgumentException e
                    when String.valueOf(e.getMessage()).startsWith("Unsupported") ->
                    505;
            default -> 400;
        };
    }

    /** Records that a connection broke, gravely only when it is our fault. */
    void logFailure(final Exchange exchange, final Throwable cause) {
        final boolean clients =
                cause instanceof IOException
                        || (cause instanceof Http2Exception failure
                                && failure.error() != Http2Error.INTERNAL_ERROR);
        log(exchange, clients ? LogLevel.INFO : LogLevel.ERROR, cause.toString());
    }

    /** Records something about the request, with what identifies it, in nginx's form. */
    void log(final Exchange exchange, final LogLevel level, final String text) {
        RequestLog.log(exchange, level, text);
    }

    private boolean parse(
            final Exchange exchange,
            final AddressService service,
            final @Nullable String hostHeader) {
        lastService = null;
        exchange.server = service.hosts().defaultServer();
        exchange.settings = exchange.server.settings();
        exchange.host = "";
        exchange.path = "";
        exchange.args = null;
        final RequestTarget parts = RequestTarget.parse(exchange.target);
        if (parts == null) {
            RequestLog.log(exchange, LogLevel.INFO, "client sent invalid request");
            return false;
        }
        final String named = hostHeader == null ? null : HostName.of(hostHeader);
        final String authority = parts.authority() == null ? null : HostName.of(parts.authority());
        if ((hostHeader != null && named == null)
                || (parts.authority() != null && authority == null)) {
            RequestLog.log(exchange, LogLevel.INFO, "client sent invalid host header");
            return false;
        }
        final String host = authority != null ? authority : named != null ? named : "";
        lastHost = host;
        lastParts = parts;
        lastServer = service.hosts().find(host);
        lastTarget = exchange.target;
        lastHostHeader = hostHeader;
        lastService = service;
        return true;
    }

    private static int check(
            final Exchange exchange, final HttpHeaders headers, final @Nullable String hostHeader) {
        if (hostHeader == null) {
            if (exchange.protocol.equals("HTTP/1.1")) {
                RequestLog.log(
                        exchange,
                        LogLevel.INFO,
                        "client sent HTTP/1.1 request without \"Host\" header");
                return 400;
            }
        } else {
            final Iterator<String> hosts = headers.valueStringIterator(HttpHeaderNames.HOST);
            hosts.next();
            if (hosts.hasNext()) {
                RequestLog.log(exchange, LogLevel.INFO, "client sent duplicate host header");
                return 400;
            }
        }
        final String coding = headers.get(HttpHeaderNames.TRANSFER_ENCODING);
        if (coding != null && exchange.protocol.equals("HTTP/1.0")) {
            return 400;
        }
        if (coding != null && !coding.equalsIgnoreCase("chunked")) {
            RequestLog.log(exchange, LogLevel.INFO, "client sent unknown \"Transfer-Encoding\"");
            return 501;
        }
        return exchange.method.equals("TRACE") || exchange.method.equals("CONNECT") ? 405 : 0;
    }
}
