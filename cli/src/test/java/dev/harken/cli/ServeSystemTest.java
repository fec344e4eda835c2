package dev.harken.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.linux.Accounts;
import dev.harken.linux.Signals;
import dev.harken.testkit.Await;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;

/** One server as its operator meets it: start, signals, user, end. */
class ServeSystemTest {
    private static final String CONFIGURATION =
            """
            worker_processes 2;
            error_log DIR/error.log notice;
            events { }
            http {
                access_log DIR/access.log;
                server { listen 127.0.0.1:PORT; return 200 "first"; }
            }
            """;

    @TempDir private Path folder;

    @BeforeEach
    void letOthersIn() throws IOException {
        // Whoever the server becomes has to find its logs again.
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void thePidFileMeansThatItServesAndGoesWhenTermEndsIt() throws IOException {
        try (Harken harken = Harken.serve(folder, CONFIGURATION)) {
            assertThat(harken.pidFile()).hasContent(harken.pid() + "\n");
            assertThat(harken.get()).isEqualTo("first");
            Await.until(
                    "report",
                    Harken.PATIENCE,
                    () -> harken.output().contains("127.0.0.1:" + harken.port()));
            assertThat(harken.output().lines()).hasSizeLessThanOrEqualTo(10);

            harken.signal(Signals.SIGTERM);
            assertThat(harken.awaitEnd().exit()).isZero();
            assertThat(harken.pidFile()).doesNotExist();
        }
    }

    @Test
    void hupGoesOverToTheNewConfigurationAndAWrongOneChangesNothing() throws IOException {
        try (Harken harken = Harken.serve(folder, CONFIGURATION)) {
            assertThat(harken.get()).isEqualTo("first");

            Harken.configure(folder, harken.port(), CONFIGURATION.replace("first", "second"));
            harken.signal(Signals.SIGHUP);
            Await.until("second", Harken.PATIENCE, () -> harken.get().equals("second"));

            Harken.configure(folder, harken.port(), CONFIGURATION.replace("return", "retrun"));
            harken.signal(Signals.SIGHUP);
            Await.until("error", Harken.PATIENCE, () -> log().contains("[emerg]"));
            assertThat(log())
                    .contains("unknown directive \"retrun\" in " + folder + "/nginx.conf:");
            assertThat(harken.get()).isEqualTo("second");
        }
    }

    @Test
    void usr1OpensTheLogsThatWereMovedAway() throws IOException {
        try (Harken harken = Harken.serve(folder, CONFIGURATION)) {
            final Path access = folder.resolve("access.log");
            final Path moved = folder.resolve("access.log.1");
            assertThat(harken.get()).isEqualTo("first");
            Await.until("a line", Harken.PATIENCE, () -> Files.size(access) > 0);
            Files.move(access, moved);
            final long size = Files.size(moved);

            harken.signal(Signals.SIGUSR1);
            Await.until("reopened", Harken.PATIENCE, () -> Files.exists(access));
            Await.until(
                    "a line in the new file",
                    Harken.PATIENCE,
                    () -> harken.get().equals("first") && Files.size(access) > 0);
            assertThat(size).isPositive();
        }
    }

    @Test
    void quitEndsItAndSignalsWithoutAMeaningYetDoNot() throws IOException {
        try (Harken harken = Harken.serve(folder, CONFIGURATION)) {
            harken.signal(Signals.SIGUSR2);
            harken.signal(Signals.SIGWINCH);
            Await.until("refusal", Harken.PATIENCE, () -> log().contains("(SIGWINCH)"));
            assertThat(log()).contains("signal 12 (SIGUSR2) received, ignored");
            assertThat(harken.get()).isEqualTo("first");

            harken.signal(Signals.SIGQUIT);
            assertThat(harken.awaitEnd().exit()).isZero();
            assertThat(harken.pidFile()).doesNotExist();
        }
    }

    @Test
    void termEndsAStartThatIsUnderWay() {
        final int port = Harken.configure(folder, CONFIGURATION);
        try (Harken harken = Harken.begin(folder, port)) {
            Await.until(
                    "the JVM",
                    Harken.PATIENCE,
                    () -> Files.readSymbolicLink(harken.proc("exe")).endsWith("bin/java"));
            harken.signal(Signals.SIGTERM);

            assertThat(harken.awaitEnd().exit()).isZero();
            assertThat(harken.pidFile()).doesNotExist();
        }
    }

    @Test
    void dashSReachesTheServer() throws IOException {
        try (Harken harken = Harken.serve(folder, CONFIGURATION)) {
            Harken.configure(folder, harken.port(), CONFIGURATION.replace("first", "second"));
            assertThat(control("reload").exit()).isZero();
            Await.until("second", Harken.PATIENCE, () -> harken.get().equals("second"));
            assertThat(control("reopen").exit()).isZero();
            Await.until("reopened", Harken.PATIENCE, () -> log().contains("(SIGUSR1)"));
            assertThat(control("quit").exit()).isZero();
            assertThat(harken.awaitEnd().exit()).isZero();
        }

        final Processes.Result afterwards = control("stop");
        assertThat(afterwards.exit()).isEqualTo(1);
        assertThat(afterwards.errors())
                .contains(
                        "harken: [error] open() \""
                                + folder.resolve("harken.pid")
                                + "\" failed (2: No such file or directory)");
    }

    @Test
    void rootBecomesNobodyOnEveryThread() throws IOException {
        Require.root();
        final int nobody = Accounts.user("nobody").orElseThrow().uid();
        try (Harken harken = Harken.serve(folder, CONFIGURATION)) {
            assertThat(harken.get()).isEqualTo("first");

            assertThat(threads(harken, "Uid:"))
                    .hasSizeGreaterThan(4)
                    .containsOnly(
                            "Uid:\t" + nobody + "\t" + nobody + "\t" + nobody + "\t" + nobody);
            assertThat(threads(harken, "CapEff:")).containsOnly("CapEff:\t0000000000000000");
            // The thread that obeys signals keeps some at hand.
            assertThat(threads(harken, "CapPrm:"))
                    .filteredOn(line -> !line.endsWith("\t0000000000000000"))
                    .hasSizeLessThanOrEqualTo(1);
            assertThat(Files.getOwner(folder.resolve("access.log")).getName()).isEqualTo("nobody");
        }
    }

    @Test
    void afterGivingUpRootItReadsRootsKeysAndTakesOverRootsLogs() throws IOException {
        Require.root();
        final Path key = folder.resolve("key.pem");
        final Path log = folder.resolve("error.log");
        final String request =
                "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
                        + " -subj /CN=localhost -days 2 -keyout %s -out %s"
                                .formatted(key, folder.resolve("certificate.pem"));
        Require.tool("openssl");
        Processes.run(request.split(" ")).orFail();
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-------"));
        final String tls =
                CONFIGURATION.replace(
                        "server {",
                        "ssl_certificate DIR/certificate.pem; ssl_certificate_key DIR/key.pem;"
                                + " server { listen unix:DIR/tls ssl; return 200 ''; } server {");
        try (Harken harken = Harken.serve(folder, tls)) {
            Harken.configure(folder, harken.port(), tls.replace("first", "second"));
            harken.signal(Signals.SIGHUP);
            Await.until("second", Harken.PATIENCE, () -> harken.get().equals("second"));

            Files.move(log, folder.resolve("error.log.1"));
            Files.createFile(
                    log,
                    PosixFilePermissions.asFileAttribute(
                            PosixFilePermissions.fromString("rw-------")));
            harken.signal(Signals.SIGUSR1);
            harken.signal(Signals.SIGUSR2);
            Await.until("a line", Harken.PATIENCE, () -> log().contains("(SIGUSR2)"));
            assertThat(Files.getOwner(log).getName()).isEqualTo("nobody");
        }
    }

    @Test
    void aPortThatIsTakenIsReportedWithItsHolder() throws IOException {
        try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Harken.configure(folder, holder.getLocalPort(), CONFIGURATION);
            final Processes.Result result =
                    Harken.harken("serve", "-c", folder.resolve("nginx.conf").toString());

            assertThat(result.exit()).isEqualTo(1);
            assertThat(result.errors())
                    .contains("harken: [emerg] bind 127.0.0.1:" + holder.getLocalPort())
                    .contains("EADDRINUSE")
                    .contains("still could not bind()")
                    .contains("pid " + ProcessHandle.current().pid());
            assertThat(folder.resolve("harken.pid")).doesNotExist();
            assertThat(log()).contains("EADDRINUSE");
        }
    }

    @Test
    void daemonReturnsWhenTheServerServesInASessionOfItsOwn() throws IOException {
        final int port = Harken.configure(folder, "daemon on;\n" + CONFIGURATION);
        final String file = folder.resolve("nginx.conf").toString();

        final Processes.Result start = Harken.harken("serve", "-c", file);
        assertThat(start.exit()).as(start.errors()).isZero();
        assertThat(start.output()).contains("127.0.0.1:" + port);
        final ProcessHandle server =
                ProcessHandle.of(
                                Long.parseLong(
                                        Files.readString(folder.resolve("harken.pid")).strip()))
                        .orElseThrow();
        try {
            assertThat(Harken.get(port)).isEqualTo("first");
            final String[] status =
                    Files.readString(Path.of("/proc/" + server.pid() + "/stat")).split(" ");
            assertThat(status[5]).as("session").isEqualTo(Long.toString(server.pid()));
            assertThat(Files.readSymbolicLink(Path.of("/proc/" + server.pid() + "/fd/1")))
                    .isEqualTo(Path.of("/dev/null"));

            assertThat(Harken.harken("serve", "-s", "stop", "-c", file).exit()).isZero();
            Await.until("end", Harken.PATIENCE, () -> !server.isAlive());
            assertThat(folder.resolve("harken.pid")).doesNotExist();
        } finally {
            server.destroyForcibly();
        }
    }

    @Test
    void aDaemonThatCannotStartSaysSoWithItsExitStatus() throws IOException {
        try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            Harken.configure(folder, holder.getLocalPort(), CONFIGURATION);
            final Processes.Result result =
                    Harken.harkend("-c", folder.resolve("nginx.conf").toString());

            assertThat(result.exit()).isEqualTo(1);
            assertThat(result.errors()).contains("EADDRINUSE");
        }
    }

    private Processes.Result control(final String word) {
        return Harken.harken("serve", "-s", word, "-c", folder.resolve("nginx.conf").toString());
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("error.log"));
    }

    /** The lines of that name in the status of every thread. */
    private static List<String> threads(final Harken harken, final String name) throws IOException {
        try (Stream<Path> tasks = Files.list(harken.proc("task"))) {
            return tasks.map(task -> line(task.resolve("status"), name)).toList();
        }
    }

    private static String line(final Path status, final String name) {
        try (Stream<String> lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(name)).findFirst().orElseThrow();
        } catch (final IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
