package dev.harken.conf;

import dev.harken.conf.LocationConfig.Match;
import dev.harken.conf.Scope.Entry;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Turns the scopes of an {@code http} block into what the server reads. */
final class HttpAssembler {
    private static final int ROOT_PORT = 80;
    private static final int USER_PORT = 8000;

    private final Scope http;
    private final Environment environment;
    private final Diagnostics diagnostics;
    private final Map<Scope, HttpServerConfig> servers = new HashMap<>();

    private HttpAssembler(
            final Scope http, final Environment environment, final Diagnostics diagnostics) {
        this.http = http;
        this.environment = environment;
        this.diagnostics = diagnostics;
    }

    /** Returns the addresses of a block of servers. */
    static ListenTable listens(final Scope http) {
        return http.state(ListenTable.class, ListenTable::new);
    }

    /** Gives a server without a {@code listen} line nginx's default one. */
    static void endServer(
            final Scope server, final Environment environment, final Diagnostics diagnostics) {
        if (server.mentions(HttpDirectives.LISTEN)) {
            return;
        }
        final int port = Environment.superuser() ? ROOT_PORT : USER_PORT;
        try {
            final Word address = new Word("*:" + port, server.statement().line(), 1);
            final ListenLine line =
                    ListenLine.plain(
                            ListenAddressParser.parse(address, port, environment.resolver()),
                            server.statement());
            listens(server.parent().orElseThrow()).addHttp(line, server);
        } catch (final Fault fault) {
            diagnostics.error(server.statement(), fault);
        }
    }

    /** Leaves the result in the scope of the block. */
    static void assemble(
            final Scope http, final Environment environment, final Diagnostics diagnostics) {
        http.keep(HttpConfig.class, new HttpAssembler(http, environment, diagnostics).config());
    }

    private HttpConfig config() {
        final List<HttpServerConfig> list = new ArrayList<>();
        for (final Entry<Boolean> entry : http.entries(HttpDirectives.SERVER)) {
            final HttpServerConfig server = server(entry.block());
            servers.put(entry.block(), server);
            list.add(server);
        }
        final ListenTable listens = listens(http);
        listens.addresses().forEach(this::checkCertificate);
        final List<HttpSocket> sockets = listens.sockets().stream().map(this::socket).toList();
        sockets.stream()
                .flatMap(socket -> socket.addresses().stream())
                .forEach(
                        address ->
                                ServerNames.warnOfConflicts(
                                        address.address(), address.servers(), diagnostics));
        return new HttpConfig(list, sockets);
    }

    private HttpServerConfig server(final Scope server) {
        final List<ServerName> names =
                server.values(HttpDirectives.SERVER_NAME).stream().flatMap(List::stream).toList();
        return new HttpServerConfig(
                names.isEmpty() ? server.get(HttpDirectives.SERVER_NAME) : names,
                TlsDirectives.tls(server, Optional.empty(), diagnostics),
                server.find(HttpDirectives.HTTP2),
                server.own(HttpDirectives.RETURN),
                server.own(HttpDirectives.STUB_STATUS).isPresent(),
                settings(server),
                locations(server),
                server.statement().position());
    }

    private List<LocationConfig> locations(final Scope server) {
        final Set<Match> seen = new HashSet<>();
        final List<LocationConfig> locations = new ArrayList<>();
        for (final Entry<Match> entry : server.entries(HttpDirectives.LOCATION_BLOCK)) {
            if (!seen.add(entry.value())) {
                diagnostics.error(
                        entry.statement(),
                        Fault.of("duplicate location \"" + entry.value().path() + "\""));
            }
            final Scope location = entry.block();
            locations.add(
                    new LocationConfig(
                            entry.value(),
                            location.own(HttpDirectives.RETURN),
                            location.own(HttpDirectives.STUB_STATUS).isPresent(),
                            settings(location),
                            entry.statement().position()));
        }
        return locations;
    }

    private HttpSettings settings(final Scope scope) {
        final HttpDirectives.KeepaliveTimeout keepalive =
                scope.get(HttpDirectives.KEEPALIVE_TIMEOUT);
        return new HttpSettings(
                scope.find(HttpDirectives.ROOT)
                        .orElseGet(() -> Template.literal(environment.path("html").toString())),
                index(scope),
                scope.get(HttpDirectives.DEFAULT_TYPE),
                MimeTypeRows.types(scope),
                keepalive.timeout(),
                keepalive.header(),
                (int) Math.min(Integer.MAX_VALUE, scope.get(HttpDirectives.KEEPALIVE_REQUESTS)),
                scope.get(HttpDirectives.SERVER_TOKENS),
                LogDirectives.accessLogs(scope, LogDirectives.HTTP_ACCESS_LOG),
                LogDirectives.errorLogs(scope, environment));
    }

    private static List<Template> index(final Scope scope) {
        final List<List<Template>> lines = scope.inheritedValues(HttpDirectives.INDEX);
        return lines.isEmpty()
                ? scope.get(HttpDirectives.INDEX)
                : lines.stream().flatMap(List::stream).toList();
    }

    private void checkCertificate(final ListenTable.Address address) {
        final Scope server = address.defaultServer();
        if (address.ssl() && !server.mentions(TlsDirectives.CERTIFICATE)) {
            diagnostics.error(
                    server.statement(),
                    Fault.of(
                                    "no \"ssl_certificate\" is defined for the"
                                            + " \"listen ... ssl\" directive")
                            .hint("add ssl_certificate and ssl_certificate_key to the server"));
        }
    }

    private HttpSocket socket(final ListenTable.Socket socket) {
        return new HttpSocket(
                socket.bound().address(),
                socket.bound().options(),
                socket.served().stream().map(this::address).toList(),
                socket.bound().decidedBy().position());
    }

    private HttpAddress address(final ListenTable.Address address) {
        final HttpServerConfig defaultServer = config(address.defaultServer());
        return new HttpAddress(
                address.address(),
                address.ssl(),
                address.http2() || defaultServer.http2().orElse(false),
                defaultServer,
                address.servers().stream().map(this::config).toList());
    }

    private HttpServerConfig config(final Scope server) {
        return Optional.ofNullable(servers.get(server)).orElseThrow();
    }
}
