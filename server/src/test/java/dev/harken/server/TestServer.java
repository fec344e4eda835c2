package dev.harken.server;

import dev.harken.conf.ConfigException;
import dev.harken.conf.ConfigLoader;
import dev.harken.conf.Configuration;
import dev.harken.conf.LoadOptions;
import dev.harken.conf.LogLevel;
import dev.harken.netty.Transport;
import dev.harken.testkit.Await;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A server of this process for one test, from a configuration in which {@code PORT0}, {@code PORT1}
 * … stand for free ports.
 */
public final class TestServer implements AutoCloseable {
    static {
        BufferLeaks.watch();
    }

    private final Path prefix;
    private final Transport transport;
    private final List<Integer> ports;
    private final List<String> messages = new CopyOnWriteArrayList<>();
    private final RunningServer running;

    private TestServer(
            final Path prefix, final Transport transport, final String text, final String events)
            throws StartException {
        this.prefix = prefix;
        this.transport = transport;
        this.ports = freePorts();
        this.running = HarkenServer.start(parse(text, events), (level, line) -> note(level, line));
    }

    /** Starts two workers with the given blocks below main. */
    public static TestServer start(final Path prefix, final Transport transport, final String text)
            throws StartException {
        return start(prefix, transport, text, "worker_connections 256;");
    }

    /** Starts two workers with the given blocks below main and lines in events. */
    public static TestServer start(
            final Path prefix, final Transport transport, final String text, final String events)
            throws StartException {
        try {
            Files.createDirectories(prefix.resolve("logs"));
            Files.createDirectories(prefix.resolve("html"));
        } catch (final IOException e) {
            throw new StartException("no folder for the test", e);
        }
        return new TestServer(prefix, transport, text, events);
    }

    /** Starts a server with one {@code http} server block with this content on {@code PORT0}. */
    public static TestServer http(
            final Path prefix, final Transport transport, final String... lines)
            throws StartException {
        return start(
                prefix,
                transport,
                "http { access_log off; server { listen 127.0.0.1:PORT0 reuseport; "
                        + String.join("\n", lines)
                        + "} }");
    }

    /** Goes over to another configuration with the same ports. */
    public void reload(final String text) throws ReloadException {
        running.reload(parse(text, "worker_connections 256;"));
    }

    /** Goes over to another content of the server block that {@link #http} made. */
    public void reloadHttp(final String... lines) throws ReloadException {
        reload(
                "http { access_log off; server { listen 127.0.0.1:PORT0 reuseport; "
                        + String.join("\n", lines)
                        + "} }");
    }

    public RunningServer running() {
        return running;
    }

    public int port() {
        return port(0);
    }

    public int port(final int index) {
        return ports.get(index);
    }

    public String url(final String path) {
        return "http://127.0.0.1:" + port() + path;
    }

    public RawClient connect() throws IOException {
        return connect(0);
    }

    public RawClient connect(final int index) throws IOException {
        return new RawClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), port(index)));
    }

    /** Sends a request on a connection of its own and returns the whole answer. */
    public RawClient.Answer get(final String path) throws IOException {
        try (RawClient client = connect()) {
            client.send(
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
            return client.answer();
        }
    }

    /** Returns what the start said. */
    public List<String> messages() {
        return messages;
    }

    /** Waits until a file below the prefix has a line that contains {@code part}; returns it. */
    public String awaitLine(final String file, final String part) {
        return Await.value(
                file + " has a line with: " + part,
                Await.DEFAULT_DEADLINE,
                () ->
                        Files.readAllLines(prefix.resolve(file), StandardCharsets.ISO_8859_1)
                                .stream()
                                .filter(line -> line.contains(part))
                                .findFirst());
    }

    @Override
    public void close() {
        running.stop();
    }

    private void note(final LogLevel level, final String line) {
        messages.add("[" + level.text() + "] " + line);
    }

    private Configuration parse(final String text, final String events) {
        String complete =
                "worker_processes 2; error_log logs/error.log info; events { use "
                        + transport.name().toLowerCase(Locale.ROOT)
                        + "; "
                        + events
                        + " } "
                        + text;
        for (int i = 0; i < ports.size(); i++) {
            complete = complete.replace("PORT" + i, Integer.toString(ports.get(i)));
        }
        try {
            return ConfigLoader.parse("test.conf", complete, LoadOptions.prefix(prefix));
        } catch (final ConfigException e) {
            throw new AssertionError(complete, e);
        }
    }

    private static List<Integer> freePorts() {
        final List<ServerSocket> sockets = new ArrayList<>();
        final List<Integer> ports = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                final ServerSocket socket = new ServerSocket(0);
                sockets.add(socket);
                ports.add(socket.getLocalPort());
            }
            for (final ServerSocket socket : sockets) {
                socket.close();
            }
        } catch (final IOException e) {
            throw new AssertionError("no free ports", e);
        }
        return ports;
    }
}
