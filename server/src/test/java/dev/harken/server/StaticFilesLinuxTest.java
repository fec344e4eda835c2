package dev.harken.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.netty.Transport;
import dev.harken.server.RawClient.Answer;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.BeforeEach;
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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;

/** Files below a root, the same on every transport. */
@ParameterizedClass
@EnumSource(Transport.class)
class StaticFilesLinuxTest {
    private static final int LARGE_BYTES = 5_000_000;

    @Parameter Transport transport;

    @RegisterExtension
    final LeakExtension leaks = new LeakExtension().counting("buffers", BufferLeaks::count);

    @TempDir Path folder;
    private Path html;
    private final byte[] large = new byte[LARGE_BYTES];

    @BeforeEach
    void writeFiles() throws IOException {
        new Random(1).nextBytes(large);
        html = Files.createDirectories(folder.resolve("html"));
        Files.writeString(folder.resolve("secret"), "secret");
        Files.writeString(html.resolve("page.html"), "<p>page</p>");
        Files.writeString(html.resolve("digits.txt"), "0123456789");
        Files.writeString(html.resolve("empty"), "");
        Files.writeString(html.resolve("a b\u00e4.txt"), "odd name");
        Files.write(html.resolve("large.bin"), large);
        Files.createDirectories(html.resolve("with/index"));
        Files.writeString(html.resolve("with/index/index.html"), "index");
        Files.createDirectories(html.resolve("without"));
    }

    private TestServer start(final String... lines) throws IOException {
        return TestServer.http(
                folder,
                transport,
                "types { text/html html; text/plain txt; }",
                String.join("\n", lines));
    }

    private static Answer get(final RawClient client, final String path, final String header)
            throws IOException {
        return client.send("GET " + path + " HTTP/1.1\r\nHost: x\r\n" + header + "\r\n\r\n")
                .answer();
    }

    @Test
    void aFileHasTypeAndValidators() throws IOException {
        try (TestServer server = start()) {
            final Answer answer = server.get("/page.html");
            assertThat(answer.code()).isEqualTo(200);
            assertThat(answer.text()).isEqualTo("<p>page</p>");
            assertThat(answer.header("content-type")).contains("text/html");
            assertThat(answer.header("accept-ranges")).contains("bytes");
            assertThat(answer.header("last-modified")).get().asString().endsWith("GMT");
            assertThat(answer.header("etag")).get().asString().matches("\"[0-9a-f]+-b\"");
        }
    }

    @Test
    void anUnknownTypeIsTheDefaultOne() throws IOException {
        try (TestServer server = start("default_type application/x-thing;")) {
            assertThat(server.get("/empty").header("content-type")).contains("application/x-thing");
            assertThat(server.get("/empty").header("content-length")).contains("0");
        }
    }

    @Test
    void namesAreDecodedToTheBytesOfTheFile() throws IOException {
        try (TestServer server = start()) {
            assertThat(server.get("/a%20b%c3%a4.txt").text()).isEqualTo("odd name");
        }
    }

    @Test
    void aLargeFileArrivesWholeAndTheConnectionGoesOn() throws IOException {
        try (TestServer server = start();
                RawClient client = server.connect()) {
            client.get("/large.bin").get("/digits.txt").get("/large.bin");
            assertThat(client.answer().body()).isEqualTo(large);
            assertThat(client.answer().text()).isEqualTo("0123456789");
            assertThat(client.answer().body()).isEqualTo(large);
        }
    }

    @Test
    void aClientThatLeavesInTheMiddleLeavesNothingBehind() throws IOException {
        try (TestServer server = start()) {
            for (int i = 0; i < 5; i++) {
                try (RawClient client = server.connect()) {
                    client.get("/large.bin");
                    assertThat(client.socket().getInputStream().read()).isEqualTo('H');
                }
            }
            assertThat(server.get("/digits.txt").text()).isEqualTo("0123456789");
        }
    }

    @Test
    void headTellsTheLengthAndSendsNoBody() throws IOException {
        try (TestServer server = start();
                RawClient client = server.connect()) {
            client.send("HEAD /large.bin HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(client.answer(true).header("content-length")).contains("" + LARGE_BYTES);
            assertThat(client.get("/digits.txt").answer().text()).isEqualTo("0123456789");
        }
    }

    @Test
    void anUnchangedFileIsNotSentAgain() throws IOException {
        try (TestServer server = start();
                RawClient client = server.connect()) {
            final Answer first = client.get("/digits.txt").answer();
            for (final String condition :
                    new String[] {
                        "If-None-Match: " + first.header("etag").orElseThrow(),
                        "If-Modified-Since: " + first.header("last-modified").orElseThrow(),
                    }) {
                final Answer second = get(client, "/digits.txt", condition);
                assertThat(second.code()).isEqualTo(304);
                assertThat(second.header("content-length")).isEmpty();
                assertThat(second.header("etag")).isEqualTo(first.header("etag"));
            }
            assertThat(get(client, "/digits.txt", "If-Match: \"x\"").code()).isEqualTo(412);
        }
    }

    @Test
    void rangesAreParts() throws IOException {
        try (TestServer server = start();
                RawClient client = server.connect()) {
            final Answer one = get(client, "/digits.txt", "Range: bytes=2-4");
            assertThat(one.code()).isEqualTo(206);
            assertThat(one.text()).isEqualTo("234");
            assertThat(one.header("content-range")).contains("bytes 2-4/10");
            final Answer none = get(client, "/digits.txt", "Range: bytes=10-");
            assertThat(none.code()).isEqualTo(416);
            assertThat(none.header("content-range")).contains("bytes */10");
            final Answer part = get(client, "/large.bin", "Range: bytes=1000000-3999999");
            assertThat(part.body()).isEqualTo(Arrays.copyOfRange(large, 1_000_000, 4_000_000));
        }
    }

    @Test
    void severalRangesComeInOneMultipartAnswer() throws IOException {
        try (TestServer server = start();
                RawClient client = server.connect()) {
            final Answer answer = get(client, "/digits.txt", "Range: bytes=0-1,-2");
            final String type = answer.header("content-type").orElseThrow();
            assertThat(type).startsWith("multipart/byteranges; boundary=");
            final String boundary = type.substring(type.indexOf('=') + 1);
            assertThat(answer.text())
                    .isEqualTo(
                            ("\r\n"
                                            + "--B\r\n"
                                            + "Content-Type: text/plain\r\n"
                                            + "Content-Range: bytes 0-1/10\r\n\r\n"
                                            + "01\r\n"
                                            + "--B\r\n"
                                            + "Content-Type: text/plain\r\n"
                                            + "Content-Range: bytes 8-9/10\r\n\r\n"
                                            + "89\r\n"
                                            + "--B--\r\n")
                                    .replace("--B", "--" + boundary));
            assertThat(get(client, "/large.bin", "Range: bytes=0-999999,2000000-2999999").body())
                    .hasSizeGreaterThan(2_000_000);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/missing, 404",
        "/page.html/more, 404",
        "/without/, 403",
        "/missing/, 404",
        "/page.html/, 404",
        "/with/index/, 200",
        "/with/index, 301",
    })
    void whatIsNotAFileGetsWhatNginxSays(final String path, final int status) throws IOException {
        try (TestServer server = start()) {
            final Answer answer = server.get(path);
            assertThat(answer.code()).isEqualTo(status);
            if (status == 301) {
                assertThat(answer.header("location"))
                        .contains("http://localhost:" + server.port() + "/with/index/");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"POST, 405", "PUT, 405", "DELETE, 405", "TRACE, 405"})
    void onlyReadingIsAllowed(final String method, final int status) throws IOException {
        try (TestServer server = start();
                RawClient client = server.connect()) {
            client.send(method + " /page.html HTTP/1.1\r\nHost: x\r\n\r\n");
            assertThat(client.answer().code()).isEqualTo(status);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/../secret",
                "/%2e%2e/secret",
                "/..%2fsecret",
                "/with/../../secret",
                "//../secret",
                "/.%2e/secret",
                "/with/%2e%2e/%2e%2e/secret",
            })
    void noPathLeavesTheRoot(final String path) throws IOException {
        try (TestServer server = start()) {
            final Answer answer = server.get(path);
            assertThat(answer.code()).isIn(400, 404);
            assertThat(answer.text()).doesNotContain("secret");
        }
    }

    @Test
    void symbolicLinksAreFollowedAsInNginx() throws IOException {
        Files.createSymbolicLink(html.resolve("link"), folder.resolve("secret"));
        try (TestServer server = start()) {
            assertThat(server.get("/link").text()).isEqualTo("secret");
        }
    }

    @Test
    void anIndexFileIsLookedForLikeARequest() throws IOException {
        try (TestServer server =
                start(
                        "index first.html index.html;",
                        "location = /with/index/index.html { return 200 own; }")) {
            assertThat(server.get("/with/index/").text()).isEqualTo("own");
        }
    }

    @Test
    void theRootOfALocationHoldsForIt() throws IOException {
        final Path other = Files.createDirectories(folder.resolve("other/sub"));
        Files.writeString(other.resolve("f.txt"), "other");
        try (TestServer server = start("location /sub/ { root other; }")) {
            assertThat(server.get("/sub/f.txt").text()).isEqualTo("other");
            assertThat(server.get("/digits.txt").text()).isEqualTo("0123456789");
        }
    }

    @Test
    void aFailureIsInTheErrorLogInTheFormOfNginx() throws IOException {
        try (TestServer server = start("server_name named;")) {
            assertThat(server.get("/missing").code()).isEqualTo(404);
            assertThat(server.awaitLine("logs/error.log", "/missing"))
                    .matches(
                            ".* \\[error\\] \\d+#\\d+: \\*\\d+ open\\(\\) \""
                                    + html
                                    + "/missing\" failed \\(2: No such file or directory\\),"
                                    + " client: 127\\.0\\.0\\.1, server: named, request: \"GET"
                                    + " /missing HTTP/1\\.1\", host: \"localhost\"");
        }
    }
}
