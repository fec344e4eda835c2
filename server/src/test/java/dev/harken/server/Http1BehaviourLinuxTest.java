package dev.harken.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.netty.Transport;
import dev.harken.server.RawClient.Answer;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Path;

/** How requests and connections are treated, the same on every transport. */
@ParameterizedClass
@EnumSource(Transport.class)
class Http1BehaviourLinuxTest {
    @Parameter Transport transport;

    @RegisterExtension
    final LeakExtension leaks = new LeakExtension().counting("buffers", BufferLeaks::count);

    @TempDir Path folder;

    private TestServer start(final String... lines) throws IOException {
        return TestServer.http(folder, transport, lines);
    }

    @Test
    void keepsTheConnectionAndItsPlace() throws IOException {
        try (TestServer server = start("return 200 '$connection $connection_requests';");
                RawClient client = server.connect()) {
            final String[] first = client.get("/").answer().text().split(" ");
            final Answer second = client.get("/").answer();
            assertThat(second.header("connection")).contains("keep-alive");
            assertThat(second.text()).isEqualTo(first[0] + " 2");
        }
    }

    @Test
    void addressesOfIpv6AreShort() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                folder,
                                transport,
                                "http { server { listen [::1]:PORT0 reuseport;"
                                        + " return 200 '$remote_addr $server_addr'; } }");
                RawClient client = new RawClient(new InetSocketAddress("::1", server.port()))) {
            assertThat(client.get("/").answer().text()).isEqualTo("::1 ::1");
        }
    }

    @Test
    void theHeadHasWhatNginxSendsInItsOrder() throws IOException {
        try (TestServer server = start("return 200 'abc';")) {
            final Answer answer = server.get("/");
            assertThat(answer.status()).isEqualTo("HTTP/1.1 200 OK");
            assertThat(answer.headers())
                    .extracting(line -> line.split(":")[0])
                    .containsExactly(
                            "Server", "Date", "Content-Type", "Content-Length", "Connection");
            assertThat(answer.header("content-type")).contains("text/plain");
            assertThat(answer.header("date")).get().asString().endsWith(" GMT");
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        final int count = 500;
        try (TestServer server = start("return 200 $arg_n;");
                RawClient client = server.connect()) {
            final StringBuilder requests = new StringBuilder();
            for (int i = 0; i < count; i++) {
                requests.append("GET /?n=").append(i).append(" HTTP/1.1\r\nHost: x\r\n\r\n");
            }
            client.send(requests.toString());
            for (int i = 0; i < count; i++) {
                assertThat(client.answer().text()).isEqualTo(Integer.toString(i));
            }
        }
    }

    @Test
    void aRequestMayComeByteByByte() throws IOException {
        try (TestServer server = start("return 200 'abc';");
                RawClient client = server.connect()) {
            client.socket().setTcpNoDelay(true);
            for (final char c : "GET / HTTP/1.1\r\nHost: x\r\n\r\n".toCharArray()) {
                client.send(String.valueOf(c));
            }
            assertThat(client.answer().text()).isEqualTo("abc");
        }
    }

    @Test
    void anOldClientIsClosedUnlessItAsks() throws IOException {
        try (TestServer server = start("return 200 'abc';")) {
            try (RawClient client = server.connect()) {
                final Answer answer = client.send("GET / HTTP/1.0\r\n\r\n").answer();
                assertThat(answer.header("connection")).contains("close");
                assertThat(client.closed()).isTrue();
            }
            try (RawClient client = server.connect()) {
                final String request = "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n";
                assertThat(client.send(request).answer().header("connection"))
                        .contains("keep-alive");
                assertThat(client.send(request).answer().text()).isEqualTo("abc");
            }
        }
    }

    @Test
    void bareLineFeedsWillDo() throws IOException {
        try (TestServer server = start("return 200 'abc';");
                RawClient client = server.connect()) {
            assertThat(client.send("GET / HTTP/1.1\nHost: x\n\n").answer().text()).isEqualTo("abc");
        }
    }

    @Test
    void closesWhenTheClientAsks() throws IOException {
        try (TestServer server = start("return 200 'abc';");
                RawClient client = server.connect()) {
            client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
            client.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(client.answer().header("connection")).contains("close");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void aClientThatEndsItsSideStillGetsItsAnswers() throws IOException {
        try (TestServer server = start("return 200 'abc';");
                RawClient client = server.connect()) {
            client.get("/").get("/");
            client.socket().shutdownOutput();
            assertThat(client.answer().text()).isEqualTo("abc");
            assertThat(client.answer().text()).isEqualTo("abc");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void headAndNoContentHaveNoBody() throws IOException {
        try (TestServer server =
                        start("location / { return 200 'abc'; } location /n { return 204; }");
                RawClient client = server.connect()) {
            client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(client.answer(true).header("content-length")).contains("3");
            final Answer none = client.get("/n").answer();
            assertThat(none.status()).isEqualTo("HTTP/1.1 204 No Content");
            assertThat(none.header("content-length")).isEmpty();
            assertThat(none.header("content-type")).isEmpty();
            assertThat(client.get("/").answer().text()).isEqualTo("abc");
        }
    }

    @Test
    void redirectsToFullAndToOwnAddresses() throws IOException {
        try (TestServer server =
                start(
                        "location /full { return 302 https://example.org/x; }",
                        "location /own { return 301 /there?$args; }",
                        "location /split { return 303 /$arg_x$uri; }")) {
            assertThat(server.get("/full").header("location")).contains("https://example.org/x");
            assertThat(server.get("/full").status()).isEqualTo("HTTP/1.1 302 Moved Temporarily");
            assertThat(server.get("/own?a=1").header("location"))
                    .contains("http://localhost:" + server.port() + "/there?a=1");
            final Answer split = server.get("/split%0d%0aSet-Cookie:x");
            assertThat(split.header("set-cookie")).isEmpty();
            assertThat(split.header("location")).get().asString().contains("%0D%0ASet-Cookie:x");
        }
    }

    @Test
    void errorPagesLookLikeThoseOfNginxUnderOurName() throws IOException {
        try (TestServer server = start("server_tokens off; return 404;")) {
            final Answer answer = server.get("/");
            assertThat(answer.header("server")).contains("harken");
            assertThat(answer.text())
                    .isEqualTo(
                            """
                            <html>\r
                            <head><title>404 Not Found</title></head>\r
                            <body>\r
                            <center><h1>404 Not Found</h1></center>\r
                            <hr><center>harken</center>\r
                            </body>\r
                            </html>\r
                            """);
        }
    }

    @Test
    void status444ClosesWithoutAnAnswer() throws IOException {
        try (TestServer server = start("return 444;");
                RawClient client = server.connect()) {
            assertThat(client.get("/").closed()).isTrue();
        }
    }

    @Test
    void hostChoosesTheServer() throws IOException {
        final String http =
                """
                http { access_log off;
                  server { listen 127.0.0.1:PORT0; server_name one.example; return 200 one; }
                  server { listen 127.0.0.1:PORT0; server_name *.example; return 200 wild; }
                  server { listen 127.0.0.1:PORT0; server_name ~^r; return 200 regex; }
                  server { listen 127.0.0.1:PORT0 default_server; return 200 default; }
                }
                """;
        try (TestServer server = TestServer.start(folder, transport, http);
                RawClient client = server.connect()) {
            for (final String[] pair :
                    new String[][] {
                        {"one.example", "one"},
                        {"ONE.example:99", "one"},
                        {"two.example", "wild"},
                        {"rrr", "regex"},
                        {"other", "default"},
                        {"one.example", "one"},
                    }) {
                client.send("GET / HTTP/1.1\r\nHost: " + pair[0] + "\r\n\r\n");
                assertThat(client.answer().text()).as(pair[0]).isEqualTo(pair[1]);
            }
            client.send("GET http://one.example/ HTTP/1.1\r\nHost: other\r\n\r\n");
            assertThat(client.answer().text()).isEqualTo("one");
        }
    }

    @Test
    void aMoreSpecificAddressIsServedThroughTheWildcardOfItsPort() throws IOException {
        final String http =
                """
                http { access_log off;
                  server { listen PORT0; return 200 wildcard; }
                  server { listen 127.0.0.2:PORT0; return 200 specific; }
                }
                """;
        try (TestServer server = TestServer.start(folder, transport, http);
                RawClient specific = new RawClient(new Socket("127.0.0.2", server.port()))) {
            assertThat(server.get("/").text()).isEqualTo("wildcard");
            assertThat(specific.get("/").answer().text()).isEqualTo("specific");
            assertThat(server.running().addresses()).hasSize(1);
        }
    }

    @Test
    void theExactLocationWinsThenTheLongestPrefix() throws IOException {
        try (TestServer server =
                start(
                        "location / { return 200 root; }",
                        "location /a { return 200 a; }",
                        "location /a/b { return 200 ab; }",
                        "location = /a/b { return 200 exact; }")) {
            assertThat(server.get("/").text()).isEqualTo("root");
            assertThat(server.get("/abc").text()).isEqualTo("a");
            assertThat(server.get("/a/b").text()).isEqualTo("exact");
            assertThat(server.get("/a/b/c").text()).isEqualTo("ab");
            assertThat(server.get("/x/../a/%62/").text()).isEqualTo("ab");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET / HTTP/1.1\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n",
                "GET / HTTP/1.1\r\nHost:\r\n\r\n",
                "GET /../ HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET /%00 HTTP/1.1\r\nHost: a\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding:"
                        + " chunked\r\n\r\n",
                "GET / HTTP/1.0\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n",
                "GET / HTTP/1.1 extra\r\nHost: a\r\n\r\n",
                "rubbish\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n",
                "GET / HTTP/1.1\r\nHost: a\r\n\u0001: x\r\n\r\n",
            })
    void whatIsNotARequestGets400AndTheConnectionEnds(final String request) throws IOException {
        try (TestServer server = start("return 200 'abc';");
                RawClient client = server.connect()) {
            final Answer answer = client.send(request).answer();
            assertThat(answer.status()).isEqualTo("HTTP/1.1 400 Bad Request");
            assertThat(answer.header("connection")).contains("close");
            assertThat(client.closed()).isTrue();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "8000, 100, 1, 200",
        "9000, 0, 0, 414",
        "0, 7000, 4, 200",
        "0, 7000, 5, 400",
        "0, 40000, 1, 400",
    })
    void linesAndHeadsAreLimitedAsInNginx(
            final int pathLength, final int headerLength, final int headerCount, final int status)
            throws IOException {
        try (TestServer server = start("return 200 'abc';");
                RawClient client = server.connect()) {
            final StringBuilder request = new StringBuilder("GET /");
            request.append("p".repeat(pathLength)).append(" HTTP/1.1\r\nHost: a\r\n");
            for (int i = 0; i < headerCount; i++) {
                request.append("X-H").append(i).append(": ");
                request.append("v".repeat(headerLength)).append("\r\n");
            }
            final Answer answer = client.send(request.append("\r\n").toString()).answer();
            assertThat(answer.code()).isEqualTo(status);
            if (status == 400) {
                assertThat(answer.text()).contains("Request Header Or Cookie Too Large");
            }
        }
    }

    @Test
    void aBodyIsReadAndThrownAwayUpToTheLimit() throws IOException {
        final int limit = 1 << 20;
        try (TestServer server = start("location / { return 200 'abc'; }")) {
            try (RawClient client = server.connect()) {
                client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: " + limit + "\r\n\r\n");
                client.send("x".repeat(limit));
                assertThat(client.answer().text()).isEqualTo("abc");
                client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n");
                client.send("5\r\nhello\r\n0\r\n\r\n");
                assertThat(client.answer().text()).isEqualTo("abc");
                assertThat(client.get("/").answer().text()).isEqualTo("abc");
            }
            try (RawClient client = server.connect()) {
                client.send(
                        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: "
                                + (limit + 1)
                                + "\r\n\r\n");
                client.send("x".repeat(1000));
                assertThat(client.answer().status())
                        .isEqualTo("HTTP/1.1 413 Request Entity Too Large");
                assertThat(client.closed()).isTrue();
            }
        }
    }

    @Test
    void expectContinueIsTold() throws IOException {
        try (TestServer server = start("location / { return 200 'abc'; }");
                RawClient client = server.connect()) {
            client.send(
                    "POST / HTTP/1.1\r\n"
                            + "Host: a\r\n"
                            + "Expect: 100-continue\r\n"
                            + "Content-Length: 1\r\n\r\n");
            assertThat(client.answer().status()).isEqualTo("HTTP/1.1 100 Continue");
            assertThat(client.send("x").answer().text()).isEqualTo("abc");
            assertThat(client.get("/").answer().text()).isEqualTo("abc");
        }
    }

    @Test
    void keepaliveRequestsEndsTheConnection() throws IOException {
        try (TestServer server = start("keepalive_requests 3; return 200 'abc';");
                RawClient client = server.connect()) {
            assertThat(client.get("/").answer().header("connection")).contains("keep-alive");
            assertThat(client.get("/").answer().header("connection")).contains("keep-alive");
            assertThat(client.get("/").answer().header("connection")).contains("close");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void keepaliveTimeoutEndsAnIdleConnectionAndIsTold() throws IOException {
        try (TestServer server = start("keepalive_timeout 1s 7s; return 200 'abc';");
                RawClient client = server.connect()) {
            assertThat(client.get("/").answer().header("keep-alive")).contains("timeout=7");
            final long start = System.nanoTime();
            assertThat(client.closed()).isTrue();
            assertThat(System.nanoTime() - start).isGreaterThan(500_000_000L);
        }
    }

    @Test
    void keepaliveTimeoutZeroClosesAtOnce() throws IOException {
        try (TestServer server = start("keepalive_timeout 0; return 200 'abc';");
                RawClient client = server.connect()) {
            assertThat(client.get("/").answer().header("connection")).contains("close");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void aClientThatDoesNotReadStopsUsNotOthers() throws Exception {
        final int count = 10_000;
        final String body = "0123456789".repeat(300);
        try (TestServer server = start("keepalive_requests 100000; return 200 '" + body + "';");
                RawClient greedy = server.connect()) {
            final Thread sender =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            for (int i = 0; i < count; i++) {
                                                greedy.get("/");
                                            }
                                        } catch (final IOException e) {
                                            throw new UncheckedIOException(e);
                                        }
                                    });
            assertThat(server.get("/").text()).isEqualTo(body);
            for (int i = 0; i < count; i++) {
                assertThat(greedy.answer().text()).isEqualTo(body);
            }
            sender.join();
        }
    }

    @Test
    void statusPageCountsInTheFormOfNginx() throws IOException {
        try (TestServer server =
                        start("location /s { stub_status; } location / { return 200 'abc'; }");
                RawClient idle = server.connect()) {
            idle.get("/").answer();
            assertThat(server.get("/s").text())
                    .isEqualTo(
                            """
                            Active connections: 2\s
                            server accepts handled requests
                             2 2 2\s
                            Reading: 0 Writing: 1 Waiting: 1\s
                            """);
        }
    }

    @Test
    void workerAndShardAreTold() throws IOException {
        try (TestServer server = start("return 200 '$harken_worker/$harken_shard';")) {
            for (int i = 0; i < 10; i++) {
                assertThat(server.get("/").text()).matches("([01])/\\1");
            }
        }
    }
}
