package dev.harken.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.linux.Signals;
import dev.harken.testkit.Await;
import dev.harken.testkit.Namespace;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;
import dev.harken.testkit.RunningProcess;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The configurations in {@code examples/}, as they stand, on a host of their own. */
class ExamplesSystemTest {
    @TempDir private Path folder;
    private Namespace host;

    @BeforeEach
    void prepare() throws IOException {
        Require.tool("curl");
        Require.tool("openssl");
        host = Namespace.create("examples");
        Processes.run(
                        "openssl",
                        "req",
                        "-x509",
                        "-newkey",
                        "rsa:2048",
                        "-nodes",
                        "-days",
                        "2",
                        "-subj",
                        "/CN=localhost",
                        "-addext",
                        "subjectAltName=DNS:localhost",
                        "-keyout",
                        folder.resolve("localhost.key").toString(),
                        "-out",
                        folder.resolve("localhost.crt").toString())
                .orFail();
        Files.setPosixFilePermissions(
                folder.resolve("localhost.key"), PosixFilePermissions.fromString("rw-------"));
    }

    @AfterEach
    void tearDown() {
        host.close();
    }

    @Test
    void reuseportOverHttpOneAndTwoWithAndWithoutTls() throws IOException {
        try (RunningProcess server = serve("reuseport.conf", 8080)) {
            assertThat(listening(":8080 ")).isEqualTo(4);
            assertThat(listening(":8443 ")).isEqualTo(4);
            assertThat(backlogs(":8080 ")).containsOnly(somaxconn(4096));

            final String place = "worker [0-3], shard [0-3]\n";
            assertThat(curl("--http1.1", "http://localhost:8080/")).matches("1.1 200 " + place);
            assertThat(curl("--http1.1", "--cacert", certificate(), "https://localhost:8443/"))
                    .matches("1.1 200 " + place);
            assertThat(curl("--http2", "--cacert", certificate(), "https://localhost:8443/"))
                    .matches("2 200 " + place);
            assertThat(server.isAlive()).isTrue();
        }
    }

    @Test
    void acceptMutexOverHttp() throws IOException {
        try (RunningProcess server = serve("accept-mutex.conf", 8080)) {
            assertThat(listening(":8080 ")).isEqualTo(1);
            assertThat(server.output()).contains("mutex");
            assertThat(curl("--http1.1", "http://localhost:8080/"))
                    .matches("1.1 200 worker [0-3]\n");
        }
    }

    @Test
    void reuseportInAStreamWithAndWithoutTls() throws IOException {
        try (RunningProcess server = serve("stream-reuseport.conf", 9000)) {
            assertThat(listening(":9000 ")).isEqualTo(4);
            assertThat(listening(":9443 ")).isEqualTo(4);

            final String place = "worker [0-3], shard [0-3]\n";
            assertThat(host.run("curl", "-s", "-m", "20", "telnet://localhost:9000").output())
                    .matches(place);
            final Processes.Result tls =
                    host.run(
                            "sh",
                            "-c",
                            "openssl s_client -quiet -CAfile \"$0\" -verify_return_error"
                                    + " -servername localhost -connect localhost:9443 </dev/null"
                                    + " 2>/dev/null",
                            certificate());
            assertThat(tls.output()).matches(place);
            assertThat(server.isAlive()).isTrue();
        }
    }

    @Test
    void acceptMutexInAStream() throws IOException {
        try (RunningProcess server = serve("stream-accept-mutex.conf", 9000)) {
            assertThat(listening(":9000 ")).isEqualTo(1);
            assertThat(server.output()).contains("mutex");
            assertThat(host.run("curl", "-s", "-m", "20", "telnet://localhost:9000").output())
                    .matches("worker [0-3]\n");
        }
    }

    @Test
    void nothingWrittenMeansPortEightyEightyAndAWelcomePage() {
        try (RunningProcess server = serve(List.of(), 8080)) {
            assertThat(listening(":8080 ")).isEqualTo(Runtime.getRuntime().availableProcessors());
            assertThat(host.run("curl", "-s", "-m", "20", "http://localhost:8080/").output())
                    .contains("Harken is listening", "harken serve -c");
            assertThat(server.output().lines()).hasSizeLessThanOrEqualTo(10);

            // Its pid file is in a folder of the machine: it has to go in order.
            Signals.kill((int) server.pid(), Signals.SIGTERM);
            assertThat(server.result(Harken.PATIENCE).exit()).isZero();
        }
    }

    /** Starts the example beside certificates of the test. */
    private RunningProcess serve(final String example, final int port) throws IOException {
        final Path copy = folder.resolve(example);
        Files.copy(Harken.file("examples/" + example), copy);
        return serve(List.of("-c", copy.toString(), "-g", "pid " + folder + "/harken.pid;"), port);
    }

    private RunningProcess serve(final List<String> arguments, final int port) {
        final List<String> command = new ArrayList<>(Harken.command("harken", "serve"));
        command.addAll(arguments);
        final RunningProcess server =
                Processes.start(host.commandLine(command.toArray(String[]::new)));
        Await.until(
                "listening on " + port,
                Harken.PATIENCE,
                () -> {
                    if (!server.isAlive()) {
                        throw new AssertionError(server.errors());
                    }
                    return server.output().contains(":" + port + ",")
                            && listening(":" + port + " ") > 0;
                });
        return server;
    }

    private String certificate() {
        return folder.resolve("localhost.crt").toString();
    }

    /** Returns protocol version, status and body. */
    private String curl(final String... arguments) {
        final List<String> command =
                new ArrayList<>(
                        List.of(
                                "curl",
                                "-sS",
                                "-m",
                                "20",
                                "-o",
                                folder + "/body",
                                "-w",
                                "%{http_version} %{http_code} "));
        command.addAll(List.of(arguments));
        final Processes.Result result = host.run(command.toArray(String[]::new)).orFail();
        try {
            return result.output() + Files.readString(folder.resolve("body"));
        } catch (final IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private int listening(final String port) {
        return (int) sockets(port).count();
    }

    private List<String> backlogs(final String port) {
        return sockets(port).map(line -> line.strip().split("\\s+")[2]).distinct().toList();
    }

    private Stream<String> sockets(final String port) {
        return host.run("ss", "-Hltn").lines().stream().filter(line -> line.contains(port));
    }

    private String somaxconn(final int asked) {
        final String limit = host.run("cat", "/proc/sys/net/core/somaxconn").output().strip();
        return Integer.toString(Math.min(asked, Integer.parseInt(limit)));
    }
}
