package dev.harken.server;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;

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
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;

/** Stream servers, the same on every transport. */
@ParameterizedClass
@EnumSource(Transport.class)
class StreamBehaviourLinuxTest {
    private static final int TIMEOUT_MILLIS = 10_000;

    @Parameter Transport transport;

    @RegisterExtension
    final LeakExtension leaks = new LeakExtension().counting("buffers", BufferLeaks::count);

    @TempDir Path folder;

    private TestServer start(final String stream) throws IOException {
        return TestServer.start(folder, transport, "stream { " + stream + " }");
    }

    private static String ask(final InetAddress address, final int port, final String text)
            throws IOException {
        try (DatagramSocket client = new DatagramSocket()) {
            client.setSoTimeout(TIMEOUT_MILLIS);
            client.connect(address, port);
            final byte[] bytes = text.getBytes(US_ASCII);
            client.send(new DatagramPacket(bytes, bytes.length));
            final DatagramPacket answer = new DatagramPacket(new byte[1000], 1000);
            client.receive(answer);
            return new String(answer.getData(), 0, answer.getLength(), US_ASCII);
        }
    }

    @Test
    void aClientIsToldTheTextAndTheConnectionEnds() throws IOException {
        try (TestServer server =
                        start(
                                "log_format s '$protocol $status $bytes_sent $remote_addr';server {"
                                    + " listen 127.0.0.1:PORT0; access_log logs/stream.log s;return"
                                    + " '$remote_addr $server_port $protocol\n"
                                    + "'; }");
                RawClient client = server.connect()) {
            final String expected = "127.0.0.1 " + server.port() + " TCP\n";
            assertThat(client.rest()).isEqualTo(expected);
            assertThat(server.awaitLine("logs/stream.log", "TCP"))
                    .isEqualTo("TCP 200 " + expected.length() + " 127.0.0.1");
        }
    }

    @Test
    void aDatagramIsAnsweredFromWhereItWasSentTo() throws IOException {
        try (TestServer server =
                start(
                        "server { listen PORT0 udp; return '$remote_addr $server_addr"
                                + " $protocol'; }")) {
            for (int host = 1; host <= 3; host++) {
                final InetAddress address = InetAddress.getByName("127.0.0." + host);
                assertThat(ask(address, server.port(), "x"))
                        .isEqualTo("127.0.0.1 127.0.0." + host + " UDP");
            }
        }
    }

    @Test
    void shardedDatagramSocketsAllAnswer() throws IOException {
        try (TestServer server =
                start(
                        "server { listen 127.0.0.1:PORT0 udp reuseport; return 'shard"
                                + " $harken_shard'; }")) {
            for (int i = 0; i < 20; i++) {
                assertThat(ask(InetAddress.getLoopbackAddress(), server.port(), "x"))
                        .matches("shard [01]");
            }
        }
    }

    @Test
    void tlsComesBeforeTheText() throws IOException {
        final String keys = Certificates.make(folder, "one.example");
        try (TestServer server =
                start(
                        "server { listen 127.0.0.1:PORT0 ssl; "
                                + keys
                                + " return 'over $ssl_protocol to $ssl_server_name'; }")) {
            final Processes.Result result =
                    Processes.run(
                            Require.tool("openssl").toString(),
                            "s_client",
                            "-quiet",
                            "-servername",
                            "one.example",
                            "-connect",
                            "127.0.0.1:" + server.port());
            assertThat(result.output()).isEqualTo("over TLSv1.3 to one.example");
        }
    }

    @Test
    void httpAndStreamServeSideBySide() throws IOException {
        try (TestServer server =
                        TestServer.start(
                                folder,
                                transport,
                                "http { access_log off; server { listen 127.0.0.1:PORT0; return 200"
                                    + " http; } } stream { server { listen 127.0.0.1:PORT1; return"
                                    + " stream; } }");
                RawClient stream = server.connect(1)) {
            assertThat(server.get("/").text()).isEqualTo("http");
            assertThat(stream.rest()).isEqualTo("stream");
            assertThat(server.running().addresses())
                    .extracting(Object::toString)
                    .isEqualTo(
                            List.of(
                                    "/127.0.0.1:" + server.port(0),
                                    "/127.0.0.1:" + server.port(1)));
        }
    }
}
