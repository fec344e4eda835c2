package dev.harken.server.stream;

import dev.harken.server.text.Addresses;
import dev.harken.server.text.Product;
import dev.harken.server.text.Variable;
import dev.harken.server.tls.TlsSession;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/** The variables of stream sessions, by name. */
final class StreamVariables {
    private static final Map<String, Variable<StreamSession>> ALL = all();

    private StreamVariables() {}

    /**
     * Returns the variable called {@code name}, without the dollar sign.
     *
     * @throws IllegalArgumentException when there is none
     */
    static Variable<StreamSession> named(final String name) {
        final Variable<StreamSession> variable = ALL.get(name);
        if (variable == null) {
            throw new IllegalArgumentException("unknown variable: $" + name);
        }
        return variable;
    }

    private static Map<String, Variable<StreamSession>> all() {
        final Map<String, Variable<StreamSession>> map = new HashMap<>();
        map.put("remote_addr", text(session -> Addresses.host(session.remote)));
        map.put("remote_port", number(session -> Addresses.port(session.remote)));
        map.put("server_addr", text(session -> Addresses.host(session.local)));
        map.put("server_port", number(session -> Addresses.port(session.local)));
        map.put("protocol", text(session -> session.protocol));
        map.put("connection", number(session -> session.number));
        map.put("bytes_received", number(session -> session.bytesReceived));
        map.put("bytes_sent", number(session -> session.bytesSent));
        map.put("status", number(session -> session.status));
        map.put(
                "session_time",
                (session, out) -> out.appendSeconds(System.nanoTime() - session.startNanos));
        map.put("ssl_protocol", tls(TlsSession::protocol));
        map.put("ssl_cipher", tls(TlsSession::cipher));
        map.put("ssl_server_name", tls(TlsSession::serverName));
        map.put("harken_worker", number(session -> session.worker));
        map.put("harken_shard", number(session -> session.shard));
        putProcess(map);
        return Map.copyOf(map);
    }

    private static void putProcess(final Map<String, Variable<StreamSession>> map) {
        final String pid = Long.toString(ProcessHandle.current().pid());
        map.put("pid", text(_ -> pid));
        map.put("nginx_version", text(_ -> Product.nginxVersion()));
        map.put("hostname", text(_ -> Product.hostName()));
        map.put(
                "time_local",
                (session, out) -> {
                    session.clock.refresh(System.nanoTime());
                    out.append(session.clock.local());
                });
        map.put(
                "time_iso8601",
                (session, out) -> {
                    session.clock.refresh(System.nanoTime());
                    out.append(session.clock.iso8601());
                });
        map.put("msec", (_, out) -> out.appendSeconds(System.currentTimeMillis() * 1_000_000));
    }

    private static Variable<StreamSession> text(final Function<StreamSession, String> value) {
        return (session, out) -> out.append(value.apply(session));
    }

    private static Variable<StreamSession> number(final ToLongFunction<StreamSession> value) {
        return (session, out) -> out.append(value.applyAsLong(session));
    }

    private static Variable<StreamSession> tls(final Function<TlsSession, String> value) {
        return (session, out) -> {
            final TlsSession settled = session.tls;
            if (settled != null) {
                out.append(value.apply(settled));
            }
        };
    }
}
