package dev.harken.conf;

import dev.harken.conf.Scope.Entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Turns the scopes of a {@code stream} block into what the server reads. */
final class StreamAssembler {
    private final Scope stream;
    private final Environment environment;
    private final Diagnostics diagnostics;
    private final Map<Scope, StreamServerConfig> servers = new HashMap<>();

    private StreamAssembler(
            final Scope stream, final Environment environment, final Diagnostics diagnostics) {
        this.stream = stream;
        this.environment = environment;
        this.diagnostics = diagnostics;
    }

    /** Returns the addresses of a block of servers. */
    static ListenTable listens(final Scope stream) {
        return stream.state(ListenTable.class, ListenTable::new);
    }

    static void endServer(
            final Scope server, final Environment environment, final Diagnostics diagnostics) {
        if (!server.mentions(StreamDirectives.LISTEN)) {
            diagnostics.error(server.statement(), Fault.of("no \"listen\" is defined for server"));
        }
    }

    /** Leaves the result in the scope of the block. */
    static void assemble(
            final Scope stream, final Environment environment, final Diagnostics diagnostics) {
        stream.keep(
                StreamConfig.class, new StreamAssembler(stream, environment, diagnostics).config());
    }

    private StreamConfig config() {
        final List<StreamServerConfig> list = new ArrayList<>();
        for (final Entry<Boolean> entry : stream.entries(StreamDirectives.SERVER)) {
            final StreamServerConfig server = server(entry.block());
            servers.put(entry.block(), server);
            list.add(server);
        }
        return new StreamConfig(
                list, listens(stream).sockets().stream().map(this::socket).toList());
    }

    private StreamServerConfig server(final Scope server) {
        if (!server.mentions(StreamDirectives.RETURN)) {
            diagnostics.error(
                    server.statement(), Fault.of("no handler for server").hint("add a return"));
        }
        final Optional<Statement> ssl =
                server.entries(StreamDirectives.LISTEN).stream()
                        .filter(entry -> entry.value().ssl())
                        .map(Entry::statement)
                        .reduce((_, last) -> last);
        if (ssl.isPresent() && !server.mentions(TlsDirectives.CERTIFICATE)) {
            diagnostics.error(
                    ssl.get(),
                    Fault.of(
                                    "no \"ssl_certificate\" is defined for the"
                                            + " \"listen ... ssl\" directive")
                            .hint("add ssl_certificate and ssl_certificate_key to the server"));
        }
        return new StreamServerConfig(
                server.own(StreamDirectives.RETURN).orElse(Template.EMPTY),
                ssl.isPresent() ? TlsDirectives.tls(server, ssl, diagnostics) : Optional.empty(),
                LogDirectives.accessLogs(server, LogDirectives.STREAM_ACCESS_LOG),
                LogDirectives.errorLogs(server, environment),
                server.statement().position());
    }

    private StreamSocket socket(final ListenTable.Socket socket) {
        return new StreamSocket(
                socket.bound().address(),
                socket.bound().udp(),
                socket.bound().options(),
                socket.served().stream().map(this::address).toList(),
                socket.bound().decidedBy().position());
    }

    private StreamAddress address(final ListenTable.Address address) {
        return new StreamAddress(
                address.address(),
                address.ssl(),
                Optional.ofNullable(servers.get(address.defaultServer())).orElseThrow());
    }
}
