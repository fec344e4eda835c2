package dev.harken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.Await;
import dev.harken.testkit.LeakExtension;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** HTTP/2 and TLS against nginx, echo against a socket. */
class ProtocolLinuxTest {

    private static final int REQUESTS = 200;

    @RegisterExtension private final LeakExtension leaks = new LeakExtension();

    @TempDir private Path folder;

    @Test
    void http2IsSpokenWithAndWithoutTlsAndCountsEqualTheServersOwn() throws Exception {
        try (Nginx nginx = new Nginx(folder)) {
            for (final String url : List.of(nginx.url("https"), nginx.url("h2c"))) {
                final LoadResult result =
                        LoadRun.run(
                                LoadPlan.builder(url + "/two")
                                        .version(HttpVersion.HTTP_2)
                                        .connections(2)
                                        .streams(8)
                                        .verifyCertificate(false)
                                        .requests(REQUESTS)
                                        .build());

                assertThat(result.counts().answered()).isEqualTo(REQUESTS);
                assertThat(result.errors()).isEmpty();
                assertThat(result.counts().connections()).isEqualTo(2);
            }
            nginx.awaitRequests("GET /two HTTP/2.0", 2 * REQUESTS);
        }
    }

    @Test
    void bodiesAndHeadersArriveOverHttp2() throws Exception {
        final Request request =
                new Request(
                        "POST", List.of(Request.Header.parse("X-Mark: here")), new byte[100_000]);
        try (Nginx nginx = new Nginx(folder)) {
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder(nginx.url("https") + "/body")
                                    .version(HttpVersion.HTTP_2)
                                    .request(request)
                                    .connections(1)
                                    .streams(2)
                                    .verifyCertificate(false)
                                    .requests(10)
                                    .build());

            assertThat(result.counts().answered()).isEqualTo(10);
            nginx.awaitRequests("POST /body HTTP/2.0 100000 here", 10);
        }
    }

    @Test
    void tlsHandshakesAreTimedApart() throws Exception {
        try (Nginx nginx = new Nginx(folder)) {
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder(nginx.url("https") + "/one")
                                    .connections(3)
                                    .keepAlive(false)
                                    .verifyCertificate(false)
                                    .requests(30)
                                    .build());

            assertThat(result.counts().answered()).isEqualTo(30);
            assertThat(result.histogram(Measure.HANDSHAKE).getTotalCount()).isEqualTo(30);
            assertThat(result.histogram(Measure.CONNECT).getTotalCount()).isEqualTo(30);
            nginx.awaitRequests("GET /one HTTP/1.1", 30);
        }
    }

    @Test
    void headHasNoBodyAndChunksHaveAnEnd() throws Exception {
        try (Nginx nginx = new Nginx(folder)) {
            final LoadResult head =
                    LoadRun.run(
                            LoadPlan.builder(nginx.url("http") + "/head")
                                    .request(new Request("HEAD", List.of(), new byte[0]))
                                    .connections(1)
                                    .requests(20)
                                    .build());
            final LoadResult chunked =
                    LoadRun.run(
                            LoadPlan.builder(nginx.url("http") + "/chunked/")
                                    .connections(1)
                                    .requests(20)
                                    .build());

            assertThat(head.counts().answered()).isEqualTo(20);
            assertThat(head.counts().connections()).isEqualTo(1);
            assertThat(chunked.counts().answered()).isEqualTo(20);
            assertThat(chunked.counts().connections()).isEqualTo(1);
        }
    }

    @Test
    void theUrlsShareTheLoad() throws Exception {
        try (Nginx nginx = new Nginx(folder)) {
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder(
                                            List.of(
                                                    Target.parse(nginx.url("http") + "/first"),
                                                    Target.parse(nginx.url("http") + "/second")))
                                    .connections(2)
                                    .requests(100)
                                    .build());

            assertThat(result.counts().answered()).isEqualTo(100);
            nginx.awaitRequests("GET /first HTTP/1.1", 50);
            nginx.awaitRequests("GET /second HTTP/1.1", 50);
        }
    }

    @Test
    void shortConnectionsComeFromManyAddresses() throws Exception {
        try (Nginx nginx = new Nginx(folder)) {
            LoadRun.run(
                    LoadPlan.builder(nginx.url("http") + "/spread")
                            .connections(4)
                            .keepAlive(false)
                            .sources(10)
                            .requests(40)
                            .build());

            nginx.awaitRequests("GET /spread", 40);
            assertThat(nginx.peers("/spread")).isEqualTo(10);
        }
    }

    @Test
    void anEchoIsCompared() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> echo(listener));
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder("tcp://127.0.0.1:" + listener.getLocalPort())
                                    .connections(1)
                                    .echoBytes(100_000)
                                    .requests(20)
                                    .build());

            assertThat(result.counts().answered()).isEqualTo(20);
            assertThat(result.counts().bytes()).isEqualTo(2_000_000);
            assertThat(result.errors()).isEmpty();
        }
    }

    private static void echo(final ServerSocket listener) {
        try (Socket socket = listener.accept()) {
            socket.getInputStream().transferTo(socket.getOutputStream());
        } catch (final IOException over) {
            // The client is gone.
        }
    }

    /** An nginx with one worker that logs each request. */
    private static final class Nginx implements AutoCloseable {

        private final Path folder;
        private final int firstPort;
        private final String program;

        Nginx(final Path folder) throws IOException {
            this.folder = folder;
            this.program = Require.tool("nginx").toString();
            Processes.run(
                            Require.tool("openssl").toString(),
                            "req",
                            "-x509",
                            "-newkey",
                            "ec",
                            "-pkeyopt",
                            "ec_paramgen_curve:prime256v1",
                            "-nodes",
                            "-keyout",
                            folder.resolve("key.pem").toString(),
                            "-out",
                            folder.resolve("cert.pem").toString(),
                            "-subj",
                            "/CN=localhost")
                    .orFail();
            this.firstPort = freePorts();
            Files.createDirectories(folder.resolve("html/chunked"));
            Files.writeString(folder.resolve("html/chunked/index.html"), "x".repeat(20_000));
            Files.writeString(folder.resolve("nginx.conf"), configuration());
            command().orFail();
        }

        String url(final String which) {
            return switch (which) {
                case "https" -> "https://127.0.0.1:" + firstPort;
                case "h2c" -> "http://127.0.0.1:" + (firstPort + 1);
                default -> "http://127.0.0.1:" + (firstPort + 2);
            };
        }

        /** nginx logs a request after it has sent the reply. */
        void awaitRequests(final String start, final long count) {
            Await.until(
                    count + " requests in the log: " + start,
                    () ->
                            log().stream().filter(line -> line.contains(" " + start)).count()
                                    == count);
        }

        long peers(final String path) throws IOException {
            return log().stream()
                    .filter(line -> line.contains(" " + path + " "))
                    .map(line -> line.substring(0, line.indexOf(' ')))
                    .distinct()
                    .count();
        }

        private List<String> log() throws IOException {
            return Files.readAllLines(folder.resolve("access.log"));
        }

        private Processes.Result command(final String... more) {
            final String[] command = new String[5 + more.length];
            System.arraycopy(
                    new String[] {program, "-p", folder.toString(), "-c", "nginx.conf"},
                    0,
                    command,
                    0,
                    5);
            System.arraycopy(more, 0, command, 5, more.length);
            return Processes.run(command);
        }

        /** Three ports in a row that are free now. */
        private static int freePorts() throws IOException {
            while (true) {
                try (ServerSocket first = new ServerSocket(0);
                        ServerSocket _ = new ServerSocket(first.getLocalPort() + 1);
                        ServerSocket _ = new ServerSocket(first.getLocalPort() + 2)) {
                    return first.getLocalPort();
                } catch (final IOException taken) {
                    // The next three.
                }
            }
        }

        private String configuration() {
            return """
            user root;
            worker_processes 1;
            pid nginx.pid;
            error_log error.log;
            events { }
            http {
                log_format test '$remote_addr $request $content_length $http_x_mark';
                access_log access.log test;
                client_body_temp_path body;
                server {
                    listen 127.0.0.1:%d ssl http2;
                    listen 127.0.0.1:%d http2;
                    listen 127.0.0.1:%d;
                    ssl_certificate cert.pem;
                    ssl_certificate_key key.pem;
                    root html;
                    client_max_body_size 1m;
                    location / { return 200 "ok\\n"; }
                    location /chunked/ { ssi on; ssi_types *; index index.html; }
                }
            }
            """
                    .formatted(firstPort, firstPort + 1, firstPort + 2);
        }

        @Override
        public void close() {
            command("-s", "stop").orFail();
        }
    }
}
