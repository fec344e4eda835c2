package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.harken.conf.AccessLog;
import dev.harken.conf.HttpAddress;
import dev.harken.conf.HttpConfig;
import dev.harken.conf.HttpServerConfig;
import dev.harken.conf.HttpSettings;
import dev.harken.conf.HttpSocket;
import dev.harken.conf.ListenAddress;
import dev.harken.conf.LocationConfig;
import dev.harken.conf.LogFormat.Escape;
import dev.harken.conf.LogTarget;
import dev.harken.conf.ReturnAction;
import dev.harken.conf.ServerName;
import dev.harken.server.log.AccessLogger;
import dev.harken.server.log.ErrorLogger;
import dev.harken.server.log.LogWriter;
import dev.harken.server.text.Product;
import dev.harken.server.text.Text;
import dev.harken.server.tls.TlsContexts;

import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * An {@code http} block, compiled: one endpoint per listening socket. Made on the thread that
 * starts or reloads the server; reads certificates and opens log files.
 */
public final class HttpService {
    private final LogWriter logWriter;
    private final int workerCount;

    // While compiling: each object of the configuration is compiled once.
    private final IdentityHashMap<HttpServerConfig, VirtualServer> servers =
            new IdentityHashMap<>();
    private final IdentityHashMap<HttpSettings, Settings> settings = new IdentityHashMap<>();

    private final Map<LogTarget, AccessLogger> accessLogs = new HashMap<>();
    private final List<TlsSelection> tls = new ArrayList<>();
    private final List<HttpEndpoint> endpoints = new ArrayList<>();

    private HttpService(final LogWriter logWriter, final int workerCount) {
        this.logWriter = logWriter;
        this.workerCount = workerCount;
    }

    /**
     * Compiles a block.
     *
     * @param workerCount how many workers will serve
     * @throws IOException when a certificate or a log file can't be used; nothing stays open
     */
    public static HttpService compile(
            final HttpConfig config, final LogWriter logWriter, final int workerCount)
            throws IOException {
        final HttpService service = new HttpService(logWriter, workerCount);
        try {
            for (final HttpSocket socket : config.sockets()) {
                service.endpoints.add(service.endpoint(socket));
            }
            return service;
        } catch (final IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    /** Returns the endpoints in the order of the configuration's sockets. */
    public List<HttpEndpoint> endpoints() {
        return List.copyOf(endpoints);
    }

    /** Lets certificates and log queues go, when nothing serves from this block any more. */
    public void close() {
        tls.forEach(TlsSelection::release);
        tls.clear();
        accessLogs.values().forEach(AccessLogger::retire);
    }

    private HttpEndpoint endpoint(final HttpSocket socket) throws IOException {
        final Map<SocketAddress, AddressService> specific = new HashMap<>();
        for (final HttpAddress address :
                socket.addresses().subList(0, socket.addresses().size() - 1)) {
            if (address.address() instanceof ListenAddress.Inet(final var host, final int port)) {
                specific.put(new InetSocketAddress(host, port), service(address));
            }
        }
        final AddressService otherwise = service(socket.addresses().getLast());
        return new HttpEndpoint(new HttpEndpoint.Services(specific, otherwise));
    }

    private AddressService service(final HttpAddress address) throws IOException {
        final VirtualHosts<VirtualServer> hosts =
                new VirtualHosts<>(server(address.defaultServer()));
        for (final HttpServerConfig config : address.servers()) {
            for (final ServerName name : config.names()) {
                hosts.add(name, server(config));
            }
        }
        final boolean http2 = address.defaultServer().http2().orElse(address.http2());
        if (!address.ssl()) {
            return new AddressService(hosts, http2, null);
        }
        final TlsSelection selection = selection(address);
        tls.add(selection);
        return new AddressService(hosts, http2, selection);
    }

    @SuppressWarnings("ReferenceEquality") // two equal blocks are two servers all the same
    private static TlsSelection selection(final HttpAddress address) throws IOException {
        final Set<SslContext> owned = new LinkedHashSet<>();
        try {
            final SslContext first = context(address, address.defaultServer(), owned);
            final VirtualHosts<SslContext> contexts = new VirtualHosts<>(first);
            for (final HttpServerConfig config : address.servers()) {
                final SslContext context =
                        config == address.defaultServer() || config.tls().isEmpty()
                                ? first
                                : context(address, config, owned);
                config.names().forEach(name -> contexts.add(name, context));
            }
            return new TlsSelection(contexts, owned);
        } catch (final IOException e) {
            owned.forEach(ReferenceCountUtil::release);
            throw e;
        }
    }

    private static SslContext context(
            final HttpAddress address, final HttpServerConfig config, final Set<SslContext> owned)
            throws IOException {
        final List<String> protocols =
                config.http2().orElse(address.http2())
                        ? List.of(
                                ApplicationProtocolNames.HTTP_2, ApplicationProtocolNames.HTTP_1_1)
                        : List.of(ApplicationProtocolNames.HTTP_1_1);
        final SslContext context =
                TlsContexts.open(
                        config.tls()
                                .orElseThrow(
                                        () ->
                                                new IOException(
                                                        "no \"ssl_certificate\" is defined for the"
                                                                + " server at "
                                                                + config.position().text())),
                        protocols);
        owned.add(context);
        return context;
    }

    private VirtualServer server(final HttpServerConfig config) throws IOException {
        final VirtualServer known = servers.get(config);
        if (known != null) {
            return known;
        }
        final Settings own = settings(config.settings());
        final List<Location> exact = new ArrayList<>();
        final List<Location> prefixes = new ArrayList<>();
        for (final LocationConfig location : config.locations()) {
            final Location compiled = location(location);
            switch (location.match()) {
                case LocationConfig.Match.Exact _ -> exact.add(compiled);
                case LocationConfig.Match.Prefix _ -> prefixes.add(compiled);
            }
        }
        final String name = config.names().isEmpty() ? "" : config.names().getFirst().text();
        final Content action =
                config.action().isPresent() ? content(config.action().get(), own) : null;
        final VirtualServer server =
                new VirtualServer(
                        name, own, action, new Locations(exact, prefixes), new StaticContent());
        servers.put(config, server);
        return server;
    }

    private Location location(final LocationConfig config) throws IOException {
        final Settings own = settings(config.settings());
        final Content content;
        if (config.action().isPresent()) {
            content = content(config.action().get(), own);
        } else {
            content = config.stubStatus() ? new StatusContent() : new StaticContent();
        }
        return new Location(config.match().path(), own, content);
    }

    private static Content content(final ReturnAction action, final Settings settings) {
        final Text<Exchange> text = Text.compile(action.text(), Variables::named, Escape.NONE);
        return new ReturnContent(action.status(), text, action.isRedirect(), settings);
    }

    private Settings settings(final HttpSettings config) throws IOException {
        final Settings known = settings.get(config);
        if (known != null) {
            return known;
        }
        final String signature =
                switch (config.serverTokens()) {
                    case ON, BUILD -> Product.nameAndVersion();
                    case OFF -> Product.name();
                };
        final List<Settings.AccessEntry> logs = new ArrayList<>();
        for (final AccessLog log : config.accessLogs()) {
            final Text<Exchange> line =
                    Text.compile(
                            log.format().template(), Variables::named, log.format().escape(), "\n");
            logs.add(new Settings.AccessEntry(accessLog(log.target()), line));
        }
        final byte[] keepaliveLine =
                config.keepaliveHeader()
                        .map(Duration::toSeconds)
                        .map(seconds -> "Keep-Alive: timeout=" + seconds + "\r\n")
                        .orElse("")
                        .getBytes(US_ASCII);
        final Settings compiled =
                new Settings(
                        Text.compile(config.root(), Variables::named, Escape.NONE),
                        config.index().stream()
                                .map(name -> Text.compile(name, Variables::named, Escape.NONE))
                                .toList(),
                        config.defaultType(),
                        config.types(),
                        config.keepaliveTimeout().toNanos(),
                        keepaliveLine,
                        config.keepaliveRequests(),
                        ("Server: " + signature + "\r\n").getBytes(US_ASCII),
                        signature,
                        ErrorPages.of(signature),
                        List.copyOf(logs),
                        ErrorLogger.open(logWriter, config.errorLogs()));
        settings.put(config, compiled);
        return compiled;
    }

    private AccessLogger accessLog(final LogTarget target) throws IOException {
        final AccessLogger known = accessLogs.get(target);
        if (known != null) {
            return known;
        }
        final AccessLogger opened = AccessLogger.open(logWriter, target, workerCount);
        accessLogs.put(target, opened);
        return opened;
    }
}
