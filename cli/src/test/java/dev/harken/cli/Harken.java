package dev.harken.cli;

import dev.harken.linux.Signals;
import dev.harken.testkit.Await;
import dev.harken.testkit.Processes;
import dev.harken.testkit.RunningProcess;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The project's launchers, run as a user runs them, with a configuration in a folder of the test.
 */
final class Harken implements AutoCloseable {
    /** How long a start or an end may take on a busy machine. */
    static final Duration PATIENCE = Duration.ofSeconds(40);

    private static final Path HOME =
            Path.of(System.getProperty("harken.home", "..")).toAbsolutePath().normalize();

    private final RunningProcess process;
    private final Path folder;
    private final int port;

    private Harken(final RunningProcess process, final Path folder, final int port) {
        this.process = process;
        this.folder = folder;
        this.port = port;
    }

    /** Returns a file of the project. */
    static Path file(final String name) {
        return HOME.resolve(name);
    }

    /** Runs {@code ./harken} to its end. */
    static Processes.Result harken(final String... arguments) {
        return run(Map.of(), "harken", arguments);
    }

    /** Runs {@code ./harkend} to its end. */
    static Processes.Result harkend(final String... arguments) {
        return run(Map.of(), "harkend", arguments);
    }

    static Processes.Result run(
            final Map<String, String> environment,
            final String launcher,
            final String... arguments) {
        return Processes.run(PATIENCE, environment, command(launcher, arguments));
    }

    static List<String> command(final String launcher, final String... arguments) {
        final List<String> command = new ArrayList<>();
        command.add(file(launcher).toString());
        command.addAll(List.of(arguments));
        return command;
    }

    /**
     * Writes {@code nginx.conf}, with the folder for {@code DIR}, a free port for {@code PORT}, and
     * a pid file.
     *
     * @return the port
     */
    static int configure(final Path folder, final String text) {
        return configure(folder, freePort(), text);
    }

    static int configure(final Path folder, final int port, final String text) {
        try {
            Files.writeString(
                    folder.resolve("nginx.conf"),
                    ("pid DIR/harken.pid;\n" + text)
                            .replace("DIR", folder.toString())
                            .replace("PORT", Integer.toString(port)));
            return port;
        } catch (final IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Starts {@code ./harken serve} with a configuration, and waits until it listens. */
    static Harken serve(final Path folder, final String text) {
        final Harken harken = begin(folder, configure(folder, text));
        harken.awaitPidFile();
        return harken;
    }

    /**
     * Starts {@code ./harken serve} with the configuration that is in the folder; waits for
     * nothing.
     */
    static Harken begin(final Path folder, final int port) {
        return new Harken(
                Processes.start(
                        command("harken", "serve", "-c", folder.resolve("nginx.conf").toString())),
                folder,
                port);
    }

    long pid() {
        return process.pid();
    }

    /** Returns what the kernel tells about the process under that name. */
    Path proc(final String name) {
        return Path.of("/proc", Long.toString(pid()), name);
    }

    int port() {
        return port;
    }

    Path pidFile() {
        return folder.resolve("harken.pid");
    }

    String output() {
        return process.output();
    }

    String errors() {
        return process.errors();
    }

    void awaitPidFile() {
        Await.until(
                "pid file; " + process.errors(),
                PATIENCE,
                () -> {
                    if (!process.isAlive()) {
                        throw new AssertionError("harken ended: " + process.errors());
                    }
                    return Files.exists(pidFile()) && Files.size(pidFile()) > 0;
                });
    }

    void signal(final int number) {
        if (Signals.kill((int) pid(), number) < 0) {
            throw new AssertionError("no process to signal");
        }
    }

    Processes.Result awaitEnd() {
        return process.result(PATIENCE);
    }

    /** Returns the body of {@code http://127.0.0.1:PORT/}. */
    String get() {
        return get(port);
    }

    static String get(final int port) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/"))
                                    .timeout(PATIENCE)
                                    .build(),
                            BodyHandlers.ofString())
                    .body();
        } catch (final IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (final InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (final IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
