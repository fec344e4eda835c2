package dev.harken.server.stream;

import dev.harken.conf.AccessLog;
import dev.harken.conf.ListenAddress;
import dev.harken.conf.LogFormat.Escape;
import dev.harken.conf.StreamAddress;
import dev.harken.conf.StreamConfig;
import dev.harken.conf.StreamServerConfig;
import dev.harken.conf.StreamSocket;
import dev.harken.netty.Worker;
import dev.harken.server.log.AccessLogger;
import dev.harken.server.log.ErrorLogger;
import dev.harken.server.log.LogWriter;
import dev.harken.server.text.Text;
import dev.harken.server.tls.TlsContexts;

import io.netty.channel.ChannelHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A {@code stream} block, compiled: one endpoint per listening socket. Made on the thread that
 * starts or reloads the server; reads certificates and opens log files.
 */
public final class StreamService {
    private final LogWriter logWriter;
    private final int logQueueCount;
    private final List<StreamEndpoint> endpoints = new ArrayList<>();
    private final List<SslContext> contexts = new ArrayList<>();
    private final List<AccessLogger> accessLogs = new ArrayList<>();

    private StreamService(final LogWriter logWriter, final int logQueueCount) {
        this.logWriter = logWriter;
        this.logQueueCount = logQueueCount;
    }

    /**
     * Compiles a block.
     *
     * @param logQueueCount how many threads will serve, those for datagrams included
     * @throws IOException when a certificate or a log file can't be used; nothing stays open
     */
    public static StreamService compile(
            final StreamConfig config, final LogWriter logWriter, final int logQueueCount)
            throws IOException {
        final StreamService service = new StreamService(logWriter, logQueueCount);
        try {
            for (final StreamSocket socket : config.sockets()) {
                service.endpoints.add(service.endpoint(socket));
            }
            return service;
        } catch (final IOException | RuntimeException e) {
            service.close();
            throw e;
        }
    }

    /** Returns the endpoints in the order of the configuration's sockets. */
    public List<StreamEndpoint> endpoints() {
        return List.copyOf(endpoints);
    }

    /** Returns the handler that serves the connections of one listening socket. */
    public static ChannelHandler handler(
            final List<Worker> workers, final StreamEndpoint endpoint) {
        final List<StreamWorker> states =
                workers.stream().map(worker -> new StreamWorker(worker.index())).toList();
        return new StreamInitializer(states, endpoint);
    }

    /** Lets certificates and log queues go, when nothing serves from this block any more. */
    public void close() {
        contexts.forEach(ReferenceCountUtil::release);
        contexts.clear();
        accessLogs.forEach(AccessLogger::retire);
    }

    private StreamEndpoint endpoint(final StreamSocket socket) throws IOException {
        final Map<SocketAddress, StreamServer> specific = new HashMap<>();
        for (final StreamAddress address :
                socket.addresses().subList(0, socket.addresses().size() - 1)) {
            if (address.address() instanceof ListenAddress.Inet(final var host, final int port)) {
                specific.put(new InetSocketAddress(host, port), server(address));
            }
        }
        final StreamServer otherwise = server(socket.addresses().getLast());
        return new StreamEndpoint(new StreamEndpoint.Servers(specific, otherwise));
    }

    private StreamServer server(final StreamAddress address) throws IOException {
        final StreamServerConfig config = address.server();
        final List<StreamServer.AccessEntry> logs = new ArrayList<>();
        for (final AccessLog log : config.accessLogs()) {
            final AccessLogger opened = AccessLogger.open(logWriter, log.target(), logQueueCount);
            accessLogs.add(opened);
            logs.add(
                    new StreamServer.AccessEntry(
                            opened,
                            Text.compile(
                                    log.format().template(),
                                    StreamVariables::named,
                                    log.format().escape(),
                                    "\n")));
        }
        return new StreamServer(
                Text.compile(config.text(), StreamVariables::named, Escape.NONE),
                address.ssl() ? context(config) : null,
                List.copyOf(logs),
                ErrorLogger.open(logWriter, config.errorLogs()));
    }

    private SslContext context(final StreamServerConfig config) throws IOException {
        final SslContext context =
                TlsContexts.open(
                        config.tls()
                                .orElseThrow(
                                        () ->
                                                new IOException(
                                                        "no \"ssl_certificate\" is defined for the"
                                                                + " server at "
                                                                + config.position().text())),
                        List.of());
        contexts.add(context);
        return context;
    }
}
