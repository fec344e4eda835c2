package dev.harken.server.stream;

import dev.harken.server.log.AccessLogger;
import dev.harken.server.log.ErrorLogger;
import dev.harken.server.text.Text;

import io.netty.handler.ssl.SslContext;

import org.jspecify.annotations.Nullable;

import java.util.List;

/**
 * A {@code server} block of {@code stream} at one of its addresses, compiled.
 *
 * @param text what each client is told
 * @param tls what handshakes use; null on a plain address
 * @param accessLogs where sessions are recorded
 * @param errorLog where failures are recorded
 */
record StreamServer(
        Text<StreamSession> text,
        @Nullable SslContext tls,
        List<AccessEntry> accessLogs,
        ErrorLogger errorLog) {

    /** One access log and what a line of it contains. */
    record AccessEntry(AccessLogger log, Text<StreamSession> line) {}
}
