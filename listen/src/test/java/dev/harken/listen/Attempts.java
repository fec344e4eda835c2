package dev.harken.listen;

import dev.harken.linux.Ip;
import dev.harken.linux.Sockets;
import dev.harken.linux.Tcp;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Configurations by name, and a program that tries to open some of them: a test runs it in a
 * process with fewer rights than its own.
 */
final class Attempts {
    /** Comes before each answer on the standard output. */
    static final String MARK = "== ";

    /** The answer when the group opened. */
    static final String OPENED = "opened";

    /** Free in a network namespace of one's own. */
    private static final int FIXED_PORT = 20_200;

    private static final Map<String, Supplier<ListenConfig.Builder>> CONFIGS = configs();

    private Attempts() {}

    /** Opens the configurations that are named; a path as {@code name=path} where one is needed. */
    public static void main(final String[] names) {
        for (final String name : names) {
            System.out.println(MARK + name);
            System.out.println(attempt(name));
        }
    }

    static ListenConfig.Builder config(final String name) {
        final int equals = name.indexOf('=');
        if (equals < 0) {
            return CONFIGS.get(name).get();
        }
        final String address = name.substring(equals + 1);
        return switch (name.substring(0, equals)) {
            case "tcp" -> ListenConfig.tcp(address);
            case "sharded" -> ListenConfig.tcp(address).shards(1);
            case "unix" -> ListenConfig.unix(address);
            default -> throw new IllegalArgumentException(name);
        };
    }

    private static String attempt(final String name) {
        try (ListenerGroup group = config(name).build().open()) {
            return OPENED + "\n" + group.report();
        } catch (IOException | IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private static Map<String, Supplier<ListenConfig.Builder>> configs() {
        final Map<String, Supplier<ListenConfig.Builder>> configs = new LinkedHashMap<>();
        refusedByTheKernel(configs);
        clippedByTheKernel(configs);
        undoneByAHook(configs);
        return configs;
    }

    private static void refusedByTheKernel(
            final Map<String, Supplier<ListenConfig.Builder>> configs) {
        configs.put("plain", Attempts::tcp);
        configs.put("manyShards", () -> tcp().shards(1_000));
        configs.put("ipv6", () -> ListenConfig.tcp("[::1]:0"));
        configs.put("transparent", () -> tcp().transparent());
        configs.put("transparent6", () -> ListenConfig.tcp("[::]:0").transparent());
        configs.put("mark", () -> tcp().mark(7));
        configs.put(
                "optionalMark",
                () -> tcp().mark(7).transparent().optional(Option.MARK, Option.TRANSPARENT));
        configs.put("unknownDevice", () -> tcp().bindToDevice("nosuch0"));
        configs.put("unknownAlgorithm", () -> tcp().congestionControl("nosuch"));
        configs.put("algorithm", () -> tcp().congestionControl("reno"));
        configs.put("mptcp", () -> ListenConfig.mptcp("127.0.0.1:0"));
        configs.put(
                "optionalMptcp", () -> ListenConfig.mptcp("127.0.0.1:0").optional(Option.MPTCP));
        configs.put(
                "mptcpUserTimeout",
                () -> ListenConfig.mptcp("127.0.0.1:0").userTimeout(Duration.ofSeconds(1)));
        configs.put("mptcpPacing", () -> ListenConfig.mptcp("127.0.0.1:0").pacing(1_000_000));
        configs.put("privilegedPort", () -> ListenConfig.tcp("127.0.0.1:81"));
        configs.put("busyPoll", () -> tcp().busyPoll(Duration.ofNanos(50_000)));
    }

    private static void clippedByTheKernel(
            final Map<String, Supplier<ListenConfig.Builder>> configs) {
        configs.put("backlog", () -> tcp().backlog(100_000));
        configs.put("optionalBacklog", () -> tcp().backlog(100_000).optional(Option.BACKLOG));
        configs.put("fastOpen", () -> tcp().fastOpen(16));
        configs.put("deferAccept", () -> tcp().deferAccept(Duration.ofDays(30)));
        configs.put("receiveBuffer", () -> tcp().receiveBuffer(1_000_000_000));
        configs.put("sendBuffer", () -> tcp().sendBuffer(1_000_000_000));
        configs.put("unknownCpu", () -> tcp().incomingCpu(9_999));
        configs.put("ecnBits", () -> tcp().tos(0x13));
    }

    /** What nobody can be refused is undone, so that the reading back must find out. */
    private static void undoneByAHook(final Map<String, Supplier<ListenConfig.Builder>> configs) {
        final int socket = Sockets.SOL_SOCKET;
        final int tcp = Sockets.IPPROTO_TCP;
        undo(
                configs,
                "reusePort",
                ListenConfig.tcp("127.0.0.2:" + FIXED_PORT).shards(1),
                socket,
                Sockets.SO_REUSEPORT,
                0);
        undo(configs, "reuseAddress", tcp().reuseAddress(true), socket, Sockets.SO_REUSEADDR, 0);
        undo(configs, "noReuseAddress", tcp().reuseAddress(false), socket, Sockets.SO_REUSEADDR, 1);
        undo(configs, "keepAlive", tcp().keepAlive(true), socket, Sockets.SO_KEEPALIVE, 0);
        undo(
                configs,
                "keepAliveIdle",
                tcp().keepAlive(Duration.ofSeconds(9), Duration.ofSeconds(9), 9),
                tcp,
                Tcp.TCP_KEEPIDLE,
                8);
        undo(configs, "noDelay", tcp().noDelay(true), tcp, Tcp.TCP_NODELAY, 0);
        undo(
                configs,
                "userTimeout",
                tcp().userTimeout(Duration.ofSeconds(9)),
                tcp,
                Tcp.TCP_USER_TIMEOUT,
                1);
        undo(configs, "maxSegmentSize", tcp().maxSegmentSize(999), tcp, Tcp.TCP_MAXSEG, 500);
        undo(
                configs,
                "ipv6Only",
                ListenConfig.tcp("[::]:0").ipv6Only(true),
                Sockets.IPPROTO_IPV6,
                Ip.IPV6_V6ONLY,
                0);
        undo(configs, "freeBind", tcp().freeBind(), Sockets.IPPROTO_IP, Ip.IP_FREEBIND, 0);
        undo(
                configs,
                "undoneBusyPoll",
                tcp().busyPoll(Duration.ofNanos(50_000)),
                socket,
                Sockets.SO_BUSY_POLL,
                0);
        undo(configs, "undonePacing", tcp().pacing(99), socket, Sockets.SO_MAX_PACING_RATE, 88);
        undo(configs, "undoneTos", tcp().tos(32), Sockets.IPPROTO_IP, Ip.IP_TOS, 16);
        undo(
                configs,
                "undoneTosOfIpv4",
                ListenConfig.tcp(":0").tos(32),
                Sockets.IPPROTO_IP,
                Ip.IP_TOS,
                16);
        configs.put(
                "fastOpenKeys",
                () ->
                        tcp().fastOpenKeys(new byte[16])
                                .control(
                                        hooked ->
                                                hooked.setBytes(
                                                        Sockets.IPPROTO_TCP,
                                                        Tcp.TCP_FASTOPEN_KEY,
                                                        "0123456789abcdef"
                                                                .getBytes(
                                                                        StandardCharsets
                                                                                .US_ASCII))));
        configs.put(
                "undoneAlgorithm",
                () ->
                        tcp().congestionControl("reno")
                                .control(
                                        hooked ->
                                                hooked.setBytes(
                                                        Sockets.IPPROTO_TCP,
                                                        Tcp.TCP_CONGESTION,
                                                        "bbr"
                                                                .getBytes(
                                                                        StandardCharsets
                                                                                .US_ASCII))));
    }

    private static void undo(
            final Map<String, Supplier<ListenConfig.Builder>> configs,
            final String name,
            final ListenConfig.Builder builder,
            final int level,
            final int option,
            final int value) {
        configs.put(name, () -> builder.control(hooked -> hooked.setInt(level, option, value)));
    }

    private static ListenConfig.Builder tcp() {
        return ListenConfig.tcp("127.0.0.1:0");
    }
}
