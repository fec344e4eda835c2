package dev.harken.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.netty.Transport;
import dev.harken.testkit.LeakExtension;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** TLS and HTTP/2 with clients of other makers, the same on every transport. */
@ParameterizedClass
@EnumSource(Transport.class)
class TlsBehaviourLinuxTest {
    @Parameter Transport transport;

    @RegisterExtension
    final LeakExtension leaks = new LeakExtension().counting("buffers", BufferLeaks::count);

    @TempDir Path folder;

    private TestServer start(final String... lines) throws IOException {
        return TestServer.start(
                folder,
                transport,
                "http { access_log logs/access.log; " + String.join("\n", lines) + " }");
    }

    private static Processes.Result curl(final String... arguments) {
        final List<String> command =
                new ArrayList<>(
                        List.of(Require.tool("curl").toString(), "-sk", "--max-time", "20"));
        command.addAll(List.of(arguments));
        return Processes.run(command.toArray(String[]::new));
    }

    @Test
    void alpnChoosesTheProtocol() throws IOException {
        final String keys = Certificates.make(folder, "one.example");
        try (TestServer server =
                start(
                        "server { listen 127.0.0.1:PORT0 ssl http2; "
                                + keys
                                + " return 200 '$server_protocol $scheme $ssl_protocol'; }")) {
            final String url = "https://127.0.0.1:" + server.port() + "/";
            assertThat(curl("--http1.1", url).output()).isEqualTo("HTTP/1.1 https TLSv1.3");
            assertThat(curl("--http2", url).output()).isEqualTo("HTTP/2.0 https TLSv1.3");
            assertThat(curl("--http1.1", "--tls-max", "1.2", url).output())
                    .isEqualTo("HTTP/1.1 https TLSv1.2");
            assertThat(curl("--tls-max", "1.1", url).exit()).isNotZero();
        }
    }

    @Test
    void theCipherHasOpenSslsName() throws IOException {
        final String keys = Certificates.make(folder, "one.example");
        try (TestServer server =
                start(
                        "server { listen 127.0.0.1:PORT0 ssl; "
                                + keys
                                + " return 200 $ssl_cipher; }")) {
            final String url = "https://127.0.0.1:" + server.port() + "/";
            assertThat(curl("--tls-max", "1.2", url).output())
                    .startsWith("ECDHE-")
                    .doesNotContain("_");
            assertThat(curl("--tlsv1.3", url).output()).startsWith("TLS_");
        }
    }

    @Test
    void http2IsNotOfferedUnlessAskedFor() throws IOException {
        final String keys = Certificates.make(folder, "one.example");
        try (TestServer server =
                start(
                        "server { listen 127.0.0.1:PORT0 ssl; "
                                + keys
                                + " return 200 $server_protocol; }")) {
            assertThat(curl("--http2", "https://127.0.0.1:" + server.port() + "/").output())
                    .isEqualTo("HTTP/1.1");
        }
    }

    @Test
    void serverNameChoosesTheCertificate() throws IOException {
        final String one = Certificates.make(folder, "one.example");
        final String two = Certificates.make(folder, "two.example");
        try (TestServer server =
                start(
                        "server { listen 127.0.0.1:PORT0 ssl; server_name one.example; "
                                + one
                                + " return 200 one; }",
                        "server { listen 127.0.0.1:PORT0 ssl; server_name two.example; "
                                + two
                                + " return 200 '$ssl_server_name'; }")) {
            for (final String name : List.of("one.example", "two.example")) {
                final Processes.Result result =
                        Processes.run(
                                Require.tool("curl").toString(),
                                "-s",
                                "--max-time",
                                "20",
                                "--cacert",
                                folder.resolve(name + ".pem").toString(),
                                "--connect-to",
                                name + ":443:127.0.0.1:" + server.port(),
                                "https://" + name + "/");
                assertThat(result.errors()).isEmpty();
                assertThat(result.output()).startsWith(name.substring(0, 3));
            }
        }
    }

    @Test
    void plainHttpToATlsPortIsTold() throws IOException {
        final String keys = Certificates.make(folder, "one.example");
        try (TestServer server =
                        start("server { listen 127.0.0.1:PORT0 ssl; " + keys + " return 200 x; }");
                RawClient client = server.connect()) {
            final RawClient.Answer answer = client.get("/").answer();
            assertThat(answer.status()).isEqualTo("HTTP/1.1 400 Bad Request");
            assertThat(answer.text()).contains("The plain HTTP request was sent to HTTPS port");
            assertThat(client.closed()).isTrue();
        }
    }

    @Test
    void aHandshakeThatIsNoneEndsQuietly() throws IOException {
        final String keys = Certificates.make(folder, "one.example");
        try (TestServer server =
                start("server { listen 127.0.0.1:PORT0 ssl; " + keys + " return 200 fine; }")) {
            try (RawClient client = server.connect()) {
                client.send("\u0016\u0003\u0001\u0000\u0005hello and more of it");
                client.rest();
            }
            assertThat(curl("https://127.0.0.1:" + server.port() + "/").output()).isEqualTo("fine");
        }
    }

    @Test
    void largeFilesArriveWholeInBothProtocols() throws IOException {
        final byte[] content = new byte[3_000_000];
        new Random(2).nextBytes(content);
        Files.createDirectories(folder.resolve("html"));
        Files.write(folder.resolve("html/large"), content);
        final String keys = Certificates.make(folder, "one.example");
        try (TestServer server =
                start("server { listen 127.0.0.1:PORT0 ssl http2; " + keys + " }")) {
            for (final String protocol : List.of("--http1.1", "--http2")) {
                final Path received = folder.resolve("received");
                final String url = "https://127.0.0.1:" + server.port() + "/large";
                curl(protocol, "-o", received.toString(), url).orFail();
                assertThat(Files.readAllBytes(received)).isEqualTo(content);
                curl(protocol, "-r", "10-19", "-o", received.toString(), url).orFail();
                assertThat(Files.readAllBytes(received))
                        .isEqualTo(Arrays.copyOfRange(content, 10, 20));
            }
        }
    }

    @Test
    void http2WithPriorKnowledgeAndHttp1ShareAPlainPort() throws IOException {
        try (TestServer server =
                start("server { listen 127.0.0.1:PORT0 http2; return 200 $server_protocol; }")) {
            assertThat(curl("--http2-prior-knowledge", server.url("/")).output())
                    .isEqualTo("HTTP/2.0");
            assertThat(curl("--http1.1", server.url("/")).output()).isEqualTo("HTTP/1.1");
        }
    }

    @Test
    void http2AnswersErrorsHeadsBodiesAndRedirects() throws IOException {
        Files.createDirectories(folder.resolve("html"));
        Files.writeString(folder.resolve("html/file"), "content");
        try (TestServer server =
                start(
                        "server { listen 127.0.0.1:PORT0 http2; location = /go { return 301 /there;"
                                + " }",
                        "location = /post { return 200 '$request_method $content_length'; } }")) {
            final String knowledge = "--http2-prior-knowledge";
            assertThat(curl(knowledge, "-I", server.url("/missing")).output())
                    .contains("HTTP/2 404", "content-type: text/html", "server: harken");
            assertThat(curl(knowledge, "-i", server.url("/go")).output())
                    .contains("location: http://127.0.0.1:" + server.port() + "/there");
            assertThat(curl(knowledge, "-d", "hello", server.url("/post")).output())
                    .isEqualTo("POST 5");
            assertThat(curl(knowledge, "-d", "hello", "-i", server.url("/file")).output())
                    .contains("405 Not Allowed");
            assertThat(server.awaitLine("logs/access.log", "GET /go"))
                    .contains("\"GET /go HTTP/2.0\" 301");
        }
    }

    @Test
    void manyStreamsOnOneConnectionAreAllAnswered() throws IOException {
        final Path h2load = Require.tool("h2load");
        try (TestServer server =
                start(
                        "server { listen 127.0.0.1:PORT0 http2; keepalive_requests 100000; return"
                                + " 200 abc; }")) {
            final Processes.Result result =
                    Processes.run(
                            h2load.toString(),
                            "-n",
                            "5000",
                            "-c",
                            "4",
                            "-m",
                            "100",
                            server.url("/"));
            assertThat(result.output()).contains("5000 succeeded, 0 failed, 0 errored");
        }
    }

    @Test
    void keepaliveRequestsEndsAnHttp2ConnectionWithoutLosingARequest() throws IOException {
        final Path h2load = Require.tool("h2load");
        try (TestServer server =
                start(
                        "server { listen 127.0.0.1:PORT0 http2; keepalive_requests 50; return 200"
                                + " abc; }")) {
            final Processes.Result result =
                    Processes.run(
                            h2load.toString(), "-n", "50", "-c", "1", "-m", "1", server.url("/"));
            assertThat(result.output()).contains("50 succeeded, 0 failed, 0 errored");
        }
    }

    @Test
    void aCertificateThatCannotBeReadStopsTheStartByName() throws IOException {
        final String keys = Certificates.make(folder, "one.example");
        Files.writeString(folder.resolve("one.example.pem"), "rubbish");
        assertThatThrownBy(
                        () ->
                                start(
                                                "server { listen 127.0.0.1:PORT0 ssl; "
                                                        + keys
                                                        + " return 200 x; }")
                                        .close())
                .isInstanceOf(StartException.class)
                .hasMessageContaining("one.example.pem");
    }
}
