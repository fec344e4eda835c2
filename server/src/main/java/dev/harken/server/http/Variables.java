package dev.harken.server.http;

import dev.harken.server.text.Product;
import dev.harken.server.text.TextBuffer;
import dev.harken.server.text.Variable;
import dev.harken.server.tls.TlsSession;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The variables of HTTP requests, by name. */
final class Variables {
    private static final String ARGUMENT = "arg_";
    private static final String COOKIE = "cookie_";
    private static final String REQUEST_HEADER = "http_";
    private static final String RESPONSE_HEADER = "sent_http_";
    private static final int REQUEST_ID_BYTES = 16;
    private static final Map<String, Variable<Exchange>> FIXED = fixed();

    private Variables() {}

    /**
     * Returns the variable called {@code name}, without the dollar sign.
     *
     * @throws IllegalArgumentException when there is none
     */
    static Variable<Exchange> named(final String name) {
        final Variable<Exchange> known = FIXED.get(name);
        if (known != null) {
            return known;
        }
        if (name.startsWith(REQUEST_HEADER)) {
            final String header = name.substring(REQUEST_HEADER.length()).replace('_', '-');
            return text(exchange -> exchange.headers.get(header));
        }
        if (name.startsWith(RESPONSE_HEADER)) {
            final String header = name.substring(RESPONSE_HEADER.length()).replace('_', '-');
            return text(exchange -> SentHeaders.value(exchange, header));
        }
        if (name.startsWith(ARGUMENT)) {
            final String argument = name.substring(ARGUMENT.length());
            return text(exchange -> Parameters.argument(exchange.args, argument));
        }
        if (name.startsWith(COOKIE)) {
            final String cookie = name.substring(COOKIE.length());
            return text(exchange -> Parameters.cookie(exchange.headers.getAll("cookie"), cookie));
        }
        throw new IllegalArgumentException("unknown variable: $" + name);
    }

    private static Map<String, Variable<Exchange>> fixed() {
        final Map<String, Variable<Exchange>> map = new HashMap<>();
        putRequest(map);
        putConnection(map);
        putResponse(map);
        putProcess(map);
        return Map.copyOf(map);
    }

    private static void putRequest(final Map<String, Variable<Exchange>> map) {
        final Variable<Exchange> args = text(exchange -> exchange.args);
        map.put("args", args);
        map.put("query_string", args);
        map.put("is_args", text(exchange -> hasArgs(exchange) ? "?" : null));
        map.put("request_method", text(exchange -> exchange.method));
        map.put("request_uri", text(exchange -> exchange.target));
        map.put("uri", text(exchange -> exchange.path));
        map.put("document_uri", text(exchange -> exchange.path));
        map.put("server_protocol", text(exchange -> exchange.protocol));
        map.put("host", text(Exchange::hostOrServerName));
        map.put("server_name", text(exchange -> exchange.server.name()));
        map.put("content_length", text(exchange -> exchange.headers.get("content-length")));
        map.put("content_type", text(exchange -> exchange.headers.get("content-type")));
        map.put("remote_user", text(exchange -> Parameters.user(exchange.headers)));
        map.put("request_length", number(exchange -> exchange.requestBytes));
        map.put("request", Variables::appendRequestLine);
        map.put("request_id", text(_ -> requestId()));
        map.put(
                "request_time",
                (exchange, out) -> out.appendSeconds(System.nanoTime() - exchange.startNanos));
        map.put(
                "document_root",
                (exchange, out) -> exchange.settings.root().appendTo(out, exchange));
        map.put(
                "request_filename",
                (exchange, out) -> {
                    exchange.settings.root().appendTo(out, exchange);
                    out.append(exchange.path);
                });
    }

    private static void putConnection(final Map<String, Variable<Exchange>> map) {
        map.put("remote_addr", text(exchange -> exchange.connection.remoteAddress()));
        map.put("remote_port", number(exchange -> exchange.connection.remotePort()));
        map.put("server_addr", text(exchange -> exchange.connection.localAddress()));
        map.put("server_port", number(exchange -> exchange.connection.localPort()));
        map.put("scheme", text(exchange -> exchange.connection.scheme()));
        map.put("https", text(exchange -> exchange.connection.tls == null ? null : "on"));
        map.put("connection", number(exchange -> exchange.connection.number));
        map.put("connection_requests", number(exchange -> exchange.connection.requestCount));
        map.put(
                "connection_time",
                (exchange, out) ->
                        out.appendSeconds(System.nanoTime() - exchange.connection.openedNanos));
        map.put("pipe", text(exchange -> exchange.pipelined ? "p" : "."));
        map.put("http2", text(exchange -> http2(exchange)));
        map.put("ssl_protocol", tls(TlsSession::protocol));
        map.put("ssl_cipher", tls(TlsSession::cipher));
        map.put("ssl_server_name", tls(TlsSession::serverName));
        map.put("ssl_alpn_protocol", tls(TlsSession::applicationProtocol));
        map.put("harken_worker", number(exchange -> exchange.connection.worker.index()));
        map.put("harken_shard", number(exchange -> exchange.connection.shard));
    }

    private static void putResponse(final Map<String, Variable<Exchange>> map) {
        map.put(
                "status",
                (exchange, out) -> {
                    if (exchange.status < 100) {
                        out.append("00");
                    }
                    out.append(exchange.status);
                });
        map.put("body_bytes_sent", number(exchange -> exchange.bodyBytesSent));
        map.put("bytes_sent", number(exchange -> exchange.bytesSent));
    }

    private static void putProcess(final Map<String, Variable<Exchange>> map) {
        final String pid = Long.toString(ProcessHandle.current().pid());
        map.put("pid", text(_ -> pid));
        map.put("nginx_version", text(_ -> Product.nginxVersion()));
        map.put("hostname", text(_ -> Product.hostName()));
        map.put(
                "time_local",
                (exchange, out) -> out.append(exchange.connection.worker.clock().local()));
        map.put(
                "time_iso8601",
                (exchange, out) -> out.append(exchange.connection.worker.clock().iso8601()));
        map.put("msec", (_, out) -> out.appendSeconds(System.currentTimeMillis() * 1_000_000));
        map.put("connections_active", counter(HttpCounters::active));
        map.put("connections_reading", counter(HttpCounters::reading));
        map.put("connections_writing", counter(HttpCounters::writing));
        map.put("connections_waiting", counter(HttpCounters::waiting));
    }

    private static boolean hasArgs(final Exchange exchange) {
        final String args = exchange.args;
        return args != null && !args.isEmpty();
    }

    private static @Nullable String http2(final Exchange exchange) {
        if (!exchange.protocol.equals("HTTP/2.0")) {
            return null;
        }
        return exchange.connection.tls == null ? "h2c" : "h2";
    }

    private static void appendRequestLine(final Exchange exchange, final TextBuffer out) {
        if (exchange.method.isEmpty()) {
            return;
        }
        out.append(exchange.method).append(' ').append(exchange.target);
        out.append(' ').append(exchange.protocol);
    }

    private static String requestId() {
        final byte[] bytes = new byte[REQUEST_ID_BYTES];
        ThreadLocalRandom.current().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private static Variable<Exchange> text(final Function<Exchange, @Nullable String> value) {
        return (exchange, out) -> {
            final String text = value.apply(exchange);
            if (text != null) {
                out.append(text);
            }
        };
    }

    private static Variable<Exchange> number(final ToLongFunction<Exchange> value) {
        return (exchange, out) -> out.append(value.applyAsLong(exchange));
    }

    private static Variable<Exchange> tls(final Function<TlsSession, String> value) {
        return text(
                exchange -> {
                    final TlsSession session = exchange.connection.tls;
                    return session == null ? null : value.apply(session);
                });
    }

    private static Variable<Exchange> counter(final ToLongFunction<HttpCounters> value) {
        return number(exchange -> exchange.connection.worker.sum(value));
    }
}
