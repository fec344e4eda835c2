package dev.harken.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.netty.Transport;
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
import java.nio.file.Path;

/** Clients that break the protocol or go away in the midst of it, the same on every transport. */
@ParameterizedClass
@EnumSource(Transport.class)
class HostileClientsLinuxTest {
    private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
    private static final String SETTINGS = "\0\0\0\4\0\0\0\0\0";

    @Parameter Transport transport;

    @RegisterExtension
    final LeakExtension leaks = new LeakExtension().counting("buffers", BufferLeaks::count);

    @TempDir Path folder;

    private TestServer http2() throws IOException {
        return TestServer.start(
                folder,
                transport,
                "http { access_log off; server { listen 127.0.0.1:PORT0 http2; return 204; } }");
    }

    @Test
    void anHttp2ErrorIsNamedBeforeTheConnectionEnds() throws IOException {
        final String overflow = "\0\0\4\u0008\0\0\0\0\0\u007f\u00ff\u00ff\u00ff";
        try (TestServer server = http2();
                RawClient client = server.connect()) {
            client.send(PREFACE + SETTINGS + overflow);
            // The end of a GOAWAY frame: FLOW_CONTROL_ERROR and what it is about.
            assertThat(client.rest()).contains("\0\0\0\3Window size overflow");
            assertThat(server.awaitLine("logs/error.log", "Window size overflow"))
                    .contains("[info]");
        }
    }

    /** All of these would otherwise hold their connection until a deadline of a minute or more. */
    @ParameterizedTest
    @ValueSource(strings = {"", "PRI", PREFACE, PREFACE + SETTINGS})
    void anHttp2ClientThatLeavesIsLetGo(final String sent) throws IOException {
        try (TestServer server = http2();
                RawClient client = server.connect()) {
            client.send(sent).socket().shutdownOutput();
            client.rest();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\u0016", "\u0016\3\1\0\u00ff\1"})
    void aTlsClientThatLeavesIsLetGo(final String sent) throws IOException {
        final String keys = Certificates.make(folder, "one.example");
        final String server = "server { listen 127.0.0.1:PORT%d ssl; " + keys + " return %s; }";
        try (TestServer running =
                TestServer.start(
                        folder,
                        transport,
                        "http { access_log off; "
                                + server.formatted(0, "204")
                                + " } stream { "
                                + server.formatted(1, "x")
                                + " }")) {
            for (int port = 0; port < 2; port++) {
                try (RawClient client = running.connect(port)) {
                    client.send(sent).socket().shutdownOutput();
                    client.rest();
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "CONNECT / HTTP/1.1, 405",
        "GET / HTTP/2.0, 505",
        "GET / HTTP/0.9, 505",
    })
    void whatIsNotSpokenHereIsRefused(final String line, final int status) throws IOException {
        try (TestServer server = TestServer.http(folder, transport, "return 200 x;");
                RawClient client = server.connect()) {
            client.send(line + "\r\nHost: x\r\n\r\n");
            assertThat(client.answer().code()).isEqualTo(status);
            assertThat(client.rest()).isEmpty();
        }
    }
}
