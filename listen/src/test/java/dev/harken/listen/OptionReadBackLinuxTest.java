package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.linux.Ip;
import dev.harken.linux.Sockets;
import dev.harken.linux.Tcp;
import dev.harken.testkit.LeakExtension;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Every option is set and then read by another program, which shares no code with this project. */
@ExtendWith(LeakExtension.class)
class OptionReadBackLinuxTest {
    private static final byte[] PRIMARY = "primary-key-0123".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] BACKUP = "backup-key-45678".getBytes(StandardCharsets.US_ASCII);

    private static final int INTERFACE_NAME_BYTES = 16;

    /** What another program must read after an option was asked for. */
    private record Case(Option option, ListenConfig.Builder config, List<Expected> expected) {
        @Override
        public String toString() {
            return option + " on " + config.build().address();
        }
    }

    /** One option of the kernel and its bytes. */
    private record Expected(int level, int name, byte[] value) {
        String query() {
            final boolean text = name == Sockets.SO_BINDTODEVICE && level == Sockets.SOL_SOCKET;
            return level + ":" + name + ":" + (text ? INTERFACE_NAME_BYTES : value.length);
        }

        String hex() {
            return HexFormat.of().formatHex(value);
        }
    }

    static Stream<Case> cases() {
        return Stream.of(
                of(Option.REUSE_PORT, tcp().shards(2), socket(Sockets.SO_REUSEPORT, 1)),
                of(Option.REUSE_PORT, udp().shards(2), socket(Sockets.SO_REUSEPORT, 1)),
                of(Option.REUSE_PORT, tcp().shared(), socket(Sockets.SO_REUSEPORT, 0)),
                of(Option.REUSE_ADDRESS, tcp(), socket(Sockets.SO_REUSEADDR, 1)),
                of(Option.REUSE_ADDRESS, udp(), socket(Sockets.SO_REUSEADDR, 0)),
                of(
                        Option.REUSE_ADDRESS,
                        tcp().reuseAddress(false),
                        socket(Sockets.SO_REUSEADDR, 0)),
                of(
                        Option.REUSE_ADDRESS,
                        tcp().shards(2).reuseAddress(false),
                        socket(Sockets.SO_REUSEADDR, 0)),
                of(Option.FAST_OPEN, tcp().fastOpen(16), tcp(Tcp.TCP_FASTOPEN, 16)),
                of(
                        Option.FAST_OPEN_KEYS,
                        tcp().shards(2).fastOpenKeys(PRIMARY, BACKUP),
                        new Expected(
                                Sockets.IPPROTO_TCP,
                                Tcp.TCP_FASTOPEN_KEY,
                                "primary-key-0123backup-key-45678"
                                        .getBytes(StandardCharsets.US_ASCII))),
                of(
                        Option.DEFER_ACCEPT,
                        tcp().deferAccept(Duration.ofSeconds(2)),
                        tcp(Tcp.TCP_DEFER_ACCEPT, 3)),
                of(
                        Option.KEEP_ALIVE,
                        tcp().keepAlive(Duration.ofSeconds(90), Duration.ofSeconds(15), 4),
                        socket(Sockets.SO_KEEPALIVE, 1),
                        tcp(Tcp.TCP_KEEPIDLE, 90),
                        tcp(Tcp.TCP_KEEPINTVL, 15),
                        tcp(Tcp.TCP_KEEPCNT, 4)),
                of(
                        Option.USER_TIMEOUT,
                        tcp().userTimeout(Duration.ofMillis(1_234)),
                        tcp(Tcp.TCP_USER_TIMEOUT, 1_234)),
                of(Option.NO_DELAY, tcp().noDelay(true), tcp(Tcp.TCP_NODELAY, 1)),
                of(
                        Option.RECEIVE_BUFFER,
                        tcp().receiveBuffer(60_000),
                        socket(Sockets.SO_RCVBUF, 120_000)),
                of(
                        Option.RECEIVE_BUFFER,
                        udp().receiveBuffer(8_000_000),
                        socket(Sockets.SO_RCVBUF, 16_000_000)),
                of(
                        Option.SEND_BUFFER,
                        tcp().sendBuffer(70_000),
                        socket(Sockets.SO_SNDBUF, 140_000)),
                of(Option.IPV6_ONLY, tcp6().ipv6Only(true), ipv6(Ip.IPV6_V6ONLY, 1)),
                of(Option.IPV6_ONLY, tcp6(), ipv6(Ip.IPV6_V6ONLY, 0)),
                of(Option.FREE_BIND, tcp().freeBind(), ip(Ip.IP_FREEBIND, 1)),
                of(Option.FREE_BIND, tcp6().freeBind(), ipv6(Ip.IPV6_FREEBIND, 1)),
                of(Option.TRANSPARENT, tcp().transparent(), ip(Ip.IP_TRANSPARENT, 1)),
                of(Option.TRANSPARENT, tcp6().transparent(), ipv6(Ip.IPV6_TRANSPARENT, 1)),
                of(Option.INCOMING_CPU, tcp().incomingCpu(0), socket(Sockets.SO_INCOMING_CPU, 0)),
                of(
                        Option.BUSY_POLL,
                        tcp().busyPoll(Duration.ofNanos(50_000)),
                        socket(Sockets.SO_BUSY_POLL, 50)),
                of(Option.MARK, tcp().mark(0xFFFF_FFFEL), socket(Sockets.SO_MARK, 0xFFFF_FFFE)),
                of(
                        Option.BIND_TO_DEVICE,
                        tcp().bindToDevice("lo"),
                        new Expected(
                                Sockets.SOL_SOCKET,
                                Sockets.SO_BINDTODEVICE,
                                "lo\0".getBytes(StandardCharsets.US_ASCII))),
                of(Option.TOS, tcp().tos(0x48), ip(Ip.IP_TOS, 0x48)),
                of(Option.TOS, tcp6().tos(0x48), ipv6(Ip.IPV6_TCLASS, 0x48), ip(Ip.IP_TOS, 0x48)),
                of(
                        Option.MAX_SEGMENT_SIZE,
                        tcp().maxSegmentSize(1_000),
                        tcp(Tcp.TCP_MAXSEG, 1_000)),
                of(
                        Option.PACING,
                        tcp().pacing(5_000_000_000L),
                        new Expected(
                                Sockets.SOL_SOCKET,
                                Sockets.SO_MAX_PACING_RATE,
                                ByteBuffer.allocate(Long.BYTES)
                                        .order(ByteOrder.nativeOrder())
                                        .putLong(5_000_000_000L)
                                        .array())),
                of(
                        Option.CONGESTION_CONTROL,
                        tcp().congestionControl("reno"),
                        new Expected(
                                Sockets.IPPROTO_TCP,
                                Tcp.TCP_CONGESTION,
                                Arrays.copyOf("reno".getBytes(StandardCharsets.US_ASCII), 16))),
                of(
                        Option.MPTCP,
                        ListenConfig.mptcp("127.0.0.1:0"),
                        socket(Sockets.SO_PROTOCOL, Sockets.IPPROTO_MPTCP)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void anotherProgramReadsWhatWasAskedFor(final Case asked) throws Exception {
        if (asked.option() != Option.FAST_OPEN) {
            openAndCompare(asked);
            return;
        }
        PrivateNetwork.run(
                () -> {
                    PrivateNetwork.sysctl("net.ipv4.tcp_fastopen", 3);
                    openAndCompare(asked);
                });
    }

    private static void openAndCompare(final Case asked) throws IOException {
        final String[] queries =
                asked.expected().stream().map(Expected::query).toArray(String[]::new);
        final List<String> values = asked.expected().stream().map(Expected::hex).toList();
        try (ListenerGroup group = asked.config().build().open()) {
            for (final Listener listener : group.listeners()) {
                assertThat(ForeignView.options(listener.fd(), queries)).isEqualTo(values);
            }
            assertThat(group.report().refused()).isEmpty();
            assertThat(group.report().of(asked.option())).hasSameSizeAs(group.listeners());
        }
    }

    @Test
    void noOptionIsLeftOut() {
        final Set<Option> covered =
                cases().map(Case::option)
                        .collect(Collectors.toCollection(() -> EnumSet.of(Option.BACKLOG)));
        assertThat(covered).containsExactlyInAnyOrder(Option.values());
    }

    @Test
    void ssShowsTheBacklogAsTheLimitOfEachShard() throws Exception {
        try (ListenerGroup group = tcp().shards(3).backlog(77).build().open()) {
            assertThat(ForeignView.ss(group.address(), "-t"))
                    .hasSize(3)
                    .allSatisfy(line -> assertThat(line.split("\\s+")[2]).isEqualTo("77"));
        }
    }

    @Test
    void ssShowsTheBacklogOfAUnixSocket() throws Exception {
        final String name = "harken-test-" + ProcessHandle.current().pid();
        try (ListenerGroup group = ListenConfig.unix("@" + name).backlog(9).build().open()) {
            assertThat(group.listeners().getFirst().acceptQueue()).isEqualTo(new AcceptQueue(0, 9));
            assertThat(ForeignView.ss(group.address(), "-x"))
                    .filteredOn(line -> line.contains("@" + name))
                    .singleElement()
                    .satisfies(line -> assertThat(line.split("\\s+")[3]).isEqualTo("9"));
        }
    }

    @Test
    void withoutABacklogTheHostDecides() throws Exception {
        PrivateNetwork.run(
                () -> {
                    PrivateNetwork.sysctl("net.core.somaxconn", 321);
                    try (ListenerGroup group = tcp().build().open()) {
                        assertThat(ForeignView.ss(group.address(), "-t"))
                                .singleElement()
                                .satisfies(
                                        line -> assertThat(line.split("\\s+")[2]).isEqualTo("321"));
                    }
                });
    }

    @Test
    void ssShowsMarkDeviceBuffersAndTransparency() throws Exception {
        Require.root();
        try (ListenerGroup group =
                tcp().mark(0x2a)
                        .bindToDevice("lo")
                        .transparent()
                        .receiveBuffer(60_000)
                        .sendBuffer(70_000)
                        .build()
                        .open()) {
            assertThat(ForeignView.ss(group.address(), "-t", "-e", "-m", "--inet-sockopt"))
                    .singleElement()
                    .asString()
                    .contains(
                            "fwmark:0x2a", "127.0.0.1%lo:", "rb120000", "tb140000", "transparent");
        }
    }

    @Test
    void ssSeesOneListeningSocketPerShard() throws Exception {
        try (ListenerGroup group = tcp().shards(8).build().open()) {
            assertThat(ForeignView.ss(group.address(), "-t", "-e"))
                    .hasSize(8)
                    .extracting(line -> line.replaceAll(".*ino:(\\d+).*", "$1"))
                    .doesNotHaveDuplicates();
        }
    }

    private static Case of(
            final Option option, final ListenConfig.Builder config, final Expected... expected) {
        return new Case(option, config, List.of(expected));
    }

    private static ListenConfig.Builder tcp() {
        return ListenConfig.tcp("127.0.0.1:0");
    }

    private static ListenConfig.Builder tcp6() {
        return ListenConfig.tcp("[::]:0");
    }

    private static ListenConfig.Builder udp() {
        return ListenConfig.udp("127.0.0.1:0");
    }

    private static Expected socket(final int name, final int value) {
        return expected(Sockets.SOL_SOCKET, name, value);
    }

    private static Expected tcp(final int name, final int value) {
        return expected(Sockets.IPPROTO_TCP, name, value);
    }

    private static Expected ip(final int name, final int value) {
        return expected(Sockets.IPPROTO_IP, name, value);
    }

    private static Expected ipv6(final int name, final int value) {
        return expected(Sockets.IPPROTO_IPV6, name, value);
    }

    private static Expected expected(final int level, final int name, final int value) {
        return new Expected(
                level,
                name,
                ByteBuffer.allocate(Integer.BYTES)
                        .order(ByteOrder.nativeOrder())
                        .putInt(value)
                        .array());
    }
}
