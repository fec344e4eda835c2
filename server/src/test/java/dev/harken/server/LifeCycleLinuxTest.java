package dev.harken.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.netty.Transport;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;

/** Start, reload, logs, drain and stop, the same on every transport. */
@ParameterizedClass
@EnumSource(Transport.class)
class LifeCycleLinuxTest {
    @Parameter Transport transport;

    @RegisterExtension
    final LeakExtension leaks = new LeakExtension().counting("buffers", BufferLeaks::count);

    @TempDir Path folder;

    @Test
    void reloadServesTheNextRequestOnTheSameConnection() throws IOException {
        try (TestServer server = TestServer.http(folder, transport, "return 200 old;");
                RawClient client = server.connect()) {
            assertThat(client.get("/").answer().text()).isEqualTo("old");
            server.reloadHttp("return 200 new;");
            assertThat(client.get("/").answer().text()).isEqualTo("new");
            server.reloadHttp("location /a { return 200 a; }");
            assertThat(client.get("/a").answer().text()).isEqualTo("a");
            assertThat(client.get("/").answer().code()).isEqualTo(403);
        }
    }

    @Test
    void reloadChangesCertificates() throws Exception {
        final String one = Certificates.make(folder, "one.example");
        final String two = Certificates.make(folder, "two.example");
        final String server =
                "http { access_log off; server { listen 127.0.0.1:PORT0 ssl; %s return 200 x; } }";
        try (TestServer running = TestServer.start(folder, transport, server.formatted(one))) {
            assertThat(Certificates.shownAt(running.port())).contains("one.example");
            running.reload(server.formatted(two));
            assertThat(Certificates.shownAt(running.port())).contains("two.example");
        }
    }

    @Test
    void aReloadThatNeedsSocketsIsRefusedByLineAndChangesNothing() throws IOException {
        try (TestServer server = TestServer.http(folder, transport, "return 200 old;")) {
            assertThatThrownBy(
                            () ->
                                    server.reload(
                                            "http { access_log off;\n"
                                                + "server { listen 127.0.0.1:PORT0 reuseport;"
                                                + " listen 127.0.0.1:PORT1; return 200 new; } }"))
                    .isInstanceOf(ReloadException.class)
                    .hasMessageContaining("listen 127.0.0.1:" + server.port(1))
                    .hasMessageContaining("test.conf:2");
            assertThatThrownBy(
                            () ->
                                    server.reload(
                                            "http { server { listen 127.0.0.1:PORT0 reuseport"
                                                    + " backlog=7; return 200 new; } }"))
                    .hasMessageContaining("other options");
            assertThat(server.get("/").text()).isEqualTo("old");
        }
    }

    @Test
    void drainFinishesWhatIsUnderWayAndClosesWhatIsIdle() throws Exception {
        final byte[] content = new byte[20_000_000];
        Files.createDirectories(folder.resolve("html"));
        Files.write(folder.resolve("html/large"), content);
        try (TestServer server = TestServer.http(folder, transport);
                RawClient idle = server.connect();
                RawClient busy = server.connect()) {
            idle.get("/missing").answer();
            busy.get("/large");
            assertThat(busy.socket().getInputStream().read()).isEqualTo('H');
            final CompletableFuture<Boolean> drained =
                    CompletableFuture.supplyAsync(
                            () -> {
                                try {
                                    return server.running().drain(Duration.ofSeconds(20));
                                } catch (final InterruptedException e) {
                                    throw new IllegalStateException(e);
                                }
                            });
            assertThat(idle.closed()).isTrue();
            assertThat(drained.isDone()).isFalse();
            final RawClient.Answer answer = busy.answer();
            assertThat(answer.body()).hasSize(content.length);
            assertThat(drained.join()).isTrue();
        }
    }

    @Test
    void drainGivesUpAtItsLimit() throws Exception {
        Files.createDirectories(folder.resolve("html"));
        Files.write(folder.resolve("html/large"), new byte[50_000_000]);
        try (TestServer server = TestServer.http(folder, transport);
                RawClient slow = server.connect()) {
            slow.get("/large");
            assertThat(slow.socket().getInputStream().read()).isEqualTo('H');
            assertThat(server.running().drain(Duration.ofMillis(200))).isFalse();
        }
    }

    @Test
    void stopFreesThePort() throws IOException {
        final int port;
        try (TestServer server = TestServer.http(folder, transport, "return 200 x;");
                RawClient open = server.connect()) {
            open.get("/").answer();
            port = server.port();
        }
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            assertThat(socket.isBound()).isTrue();
        }
    }

    @Test
    void aPortInUseStopsTheStartAfterFiveAttemptsAndLeavesNothing() throws IOException {
        try (ServerSocket holder = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final long start = System.nanoTime();
            assertThatThrownBy(
                            () ->
                                    TestServer.start(
                                                    folder,
                                                    transport,
                                                    "http { server { listen 127.0.0.1:PORT0; listen"
                                                            + " 127.0.0.1:"
                                                            + holder.getLocalPort()
                                                            + "; } }")
                                            .close())
                    .isInstanceOf(StartException.class)
                    .hasMessageContaining("still could not bind()")
                    .hasMessageContaining("this process")
                    .hasMessageContaining("choose another port");
            assertThat(Duration.ofNanos(System.nanoTime() - start))
                    .isGreaterThan(Duration.ofSeconds(2));
        }
    }

    @Test
    void theAccessLogHasTheCombinedFormatAndFollowsARotation() throws IOException {
        final String http =
                "http { server { listen 127.0.0.1:PORT0; access_log logs/a.log; return 200 abc; }"
                        + " }";
        try (TestServer server = TestServer.start(folder, transport, http);
                RawClient client = server.connect()) {
            client.send(
                    "GET /x?\"y HTTP/1.1\r\nHost: h\r\nUser-Agent: a\"b\r\nReferer: r\r\n"
                            + "Authorization: Basic dXNlcjpwYXNz\r\n\r\n");
            client.answer();
            assertThat(server.awaitLine("logs/a.log", "/x"))
                    .matches(
                            "127\\.0\\.0\\.1 - user \\[\\d\\d/\\w{3}/\\d{4}:\\d\\d:\\d\\d:\\d\\d"
                                    + " [+-]\\d{4}\\] \"GET /x\\?\\\\x22y HTTP/1\\.1\" 200 3 \"r\""
                                    + " \"a\\\\x22b\"");
            Files.move(folder.resolve("logs/a.log"), folder.resolve("logs/a.log.1"));
            server.running().reopenLogs();
            client.get("/later").answer();
            assertThat(server.awaitLine("logs/a.log", "/later")).contains("200 3");
        }
    }

    @Test
    void theReportTellsAddressesShardsAndStrategy() throws IOException {
        try (TestServer server = TestServer.http(folder, transport, "return 200 x;")) {
            final StartReport report = server.running().report();
            assertThat(report.endpoints())
                    .singleElement()
                    .satisfies(
                            endpoint -> {
                                assertThat(endpoint.shards()).isEqualTo(2);
                                assertThat(endpoint.strategy()).isEqualTo("reuseport");
                                assertThat(endpoint.address())
                                        .isEqualTo("127.0.0.1:" + server.port());
                            });
            assertThat(report.lines()).hasSizeLessThanOrEqualTo(10);
            assertThat(report.lines().getFirst())
                    .contains("2 workers on " + transport.name().toLowerCase(Locale.ROOT));
        }
    }
}
