package dev.harken.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.harken.linux.Signals;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A short life of the server, from which the JVM learns what the next start needs. The launcher
 * runs it in the background when there is no start-up cache yet.
 */
final class Training {
    private static final int CONNECTIONS = 20;
    private static final int REQUESTS_EACH = 10;
    private static final long START_NANOS = TimeUnit.SECONDS.toNanos(30);
    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private static final byte[] REQUEST =
            "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(US_ASCII);

    private Training() {}

    /** Serves a few requests of its own, then ends as any server does. */
    public static void main(final String[] args) throws IOException {
        final Path folder = Files.createTempDirectory("harken-");
        final int port = freePort();
        final Path file = folder.resolve("nginx.conf");
        Files.writeString(file, configuration(folder, port));
        Thread.ofPlatform().daemon().start(() -> use(port));
        final int status = Main.run("serve", "-c", file.toString());
        Files.delete(file);
        Files.delete(folder.resolve("access.log"));
        Files.delete(folder);
        System.exit(status);
    }

    private static String configuration(final Path folder, final int port) {
        return """
        user %s;
        daemon off;
        pid %s/harken.pid;
        worker_processes 2;
        error_log stderr crit;
        events { multi_accept on; }
        http {
            access_log %s/access.log;
            server {
                listen 127.0.0.1:%d reuseport backlog=512;
                location / { return 200 "worker $harken_worker\\n"; }
            }
        }
        """
                .formatted(System.getProperty("user.name"), folder, folder, port);
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void use(final int port) {
        try {
            for (int i = 0; i < CONNECTIONS; i++) {
                request(port);
            }
        } catch (final IOException failure) {
            // What the JVM has learnt so far counts too.
            System.err.println("harken: training ended early: " + failure);
        }
        Signals.kill((int) ProcessHandle.current().pid(), Signals.SIGTERM);
    }

    private static void request(final int port) throws IOException {
        try (Socket socket = connect(port)) {
            final InputStream in = socket.getInputStream();
            final byte[] buffer = new byte[1024];
            for (int i = 0; i < REQUESTS_EACH; i++) {
                socket.getOutputStream().write(REQUEST);
                if (in.read(buffer) < 0) {
                    throw new IOException("the connection was closed");
                }
            }
        }
    }

    private static Socket connect(final int port) throws IOException {
        final long end = System.nanoTime() + START_NANOS;
        while (true) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (final ConnectException notYet) {
                if (System.nanoTime() - end > 0) {
                    throw notYet;
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
