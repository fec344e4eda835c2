package dev.harken.server.http;

import dev.harken.conf.LogLevel;
import dev.harken.server.log.ErrorLogger;

/** Writes to the error log what concerns one request, with nginx's list of what identifies it. */
final class RequestLog {
    private RequestLog() {}

    /** Records {@code text} for the request's connection, if its location's log takes the level. */
    static void log(final Exchange exchange, final LogLevel level, final String text) {
        final ErrorLogger log = exchange.settings.errorLog();
        if (!log.records(level)) {
            return;
        }
        final ClientConnection connection = exchange.connection;
        final StringBuilder line = new StringBuilder(text);
        line.append(", client: ").append(connection.remoteAddress());
        line.append(", server: ").append(exchange.server.name());
        if (!exchange.method.isEmpty()) {
            line.append(", request: \"").append(exchange.method).append(' ');
            line.append(exchange.target).append(' ').append(exchange.protocol).append('"');
        }
        final String host = exchange.headers.get("host");
        if (host != null) {
            line.append(", host: \"").append(host).append('"');
        }
        log.log(level, connection.number, line.toString());
    }
}
