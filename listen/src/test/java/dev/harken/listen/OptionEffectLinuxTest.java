package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.Await;
import dev.harken.testkit.LeakExtension;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** What options do to a peer. */
@ExtendWith(LeakExtension.class)
class OptionEffectLinuxTest {
    @Test
    void aSilentClientIsNotAcceptedWhenAcceptIsDeferred() throws IOException {
        try (ListenerGroup group =
                        ListenConfig.tcp("127.0.0.1:0")
                                .deferAccept(Duration.ofSeconds(30))
                                .build()
                                .open();
                Socket client = new Socket("127.0.0.1", port(group))) {
            final Listener listener = group.listeners().getFirst();
            assertThat(listener.acceptQueue().length()).isZero();
            client.getOutputStream().write(1);
            Await.until("data is there", () -> listener.acceptQueue().length() == 1);
        }
    }

    @Test
    void aFastOpenCookieIsGoodOnEveryShardAndAfterAChangeOfKeys() throws Exception {
        final byte[] old = new byte[16];
        final byte[] fresh = new byte[16];
        Arrays.fill(fresh, (byte) 1);
        PrivateNetwork.run(
                () -> {
                    PrivateNetwork.sysctl("net.ipv4.tcp_fastopen", 3);
                    final ListenConfig.Builder config =
                            ListenConfig.tcp("127.0.0.1:0").shards(4).fastOpen(64);
                    final ListenAddress address;
                    try (ListenerGroup group = config.fastOpenKeys(old).build().open()) {
                        address = group.address();
                        fastOpen(port(group), 21);
                        assertThat(counter("TCPFastOpenPassive")).isEqualTo(20);
                        assertThat(counter("TCPFastOpenPassiveFail")).isZero();
                    }
                    try (ListenerGroup group =
                            config.address(address).fastOpenKeys(fresh, old).build().open()) {
                        fastOpen(port(group), 10);
                        assertThat(counter("TCPFastOpenPassive")).isEqualTo(30);
                        assertThat(counter("TCPFastOpenPassiveAltKey")).isEqualTo(1);
                        assertThat(counter("TCPFastOpenPassiveFail")).isZero();
                    }
                    try (ListenerGroup group =
                            config.address(address).fastOpenKeys(old).build().open()) {
                        fastOpen(port(group), 1);
                        assertThat(counter("TCPFastOpenPassiveFail")).isEqualTo(1);
                    }
                });
    }

    @Test
    void theClientHearsTheLargestSegment() throws Exception {
        try (ListenerGroup group =
                        ListenConfig.tcp("127.0.0.1:0").maxSegmentSize(777).build().open();
                Socket client = new Socket("127.0.0.1", port(group))) {
            assertThat(
                            Processes.run(
                                            Require.tool("ss").toString(),
                                            "-Htinp",
                                            "sport = :" + client.getLocalPort())
                                    .orFail()
                                    .output())
                    .containsPattern("\\bmss:7[67]\\d\\b"); // less the timestamps
        }
    }

    private static void fastOpen(final int port, final int connections) {
        Processes.run(
                        Require.tool("python3").toString(),
                        "-c",
                        """
                        import socket, sys
                        for _ in range(int(sys.argv[2])):
                            client = socket.socket()
                            client.sendto(b"x", socket.MSG_FASTOPEN, ("127.0.0.1", int(sys.argv[1])))
                            client.close()
                        """,
                        Integer.toString(port),
                        Integer.toString(connections))
                .orFail();
    }

    private static long counter(final String name) throws IOException {
        final List<String> lines = Files.readAllLines(Path.of("/proc/thread-self/net/netstat"));
        final int column = List.of(lines.get(0).split(" ")).indexOf(name);
        return Long.parseLong(lines.get(1).split(" ")[column]);
    }

    private static int port(final ListenerGroup group) {
        return ((InetSocketAddress) group.localAddress()).getPort();
    }
}
