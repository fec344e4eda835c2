package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.linux.Errno;
import dev.harken.linux.Tcp;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Every option fails for user nobody, with its cause in the first line and its remedy in the
 * second.
 *
 * <p>Where the kernel refuses nobody, the failure is another of its own: it clips the value, or a
 * hook undoes the option and the reading back finds out.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OptionRefusalLinuxTest {
    private Map<String, String> answers = Map.of();

    /** An attempt of {@link Attempts}, and what its message must say. */
    private record Refusal(Option option, String attempt, String cause, String remedy) {
        @Override
        public String toString() {
            return option + ": " + attempt;
        }
    }

    static Stream<Refusal> refusals() {
        return Stream.of(
                new Refusal(
                        Option.TRANSPARENT,
                        "transparent",
                        "transparent (setsockopt IP_TRANSPARENT) 127.0.0.1:0: EPERM operation not"
                                + " permitted; a transparent socket needs CAP_NET_ADMIN or"
                                + " CAP_NET_RAW",
                        "AmbientCapabilities=CAP_NET_RAW"),
                new Refusal(
                        Option.TRANSPARENT,
                        "transparent6",
                        "transparent (setsockopt IP_TRANSPARENT) [::]:0: EPERM",
                        "setpriv --inh-caps +net_raw --ambient-caps +net_raw COMMAND"),
                new Refusal(
                        Option.MARK,
                        "mark",
                        "mark (setsockopt SO_MARK) 127.0.0.1:0: EPERM operation not permitted; a"
                                + " firewall mark needs CAP_NET_ADMIN or CAP_NET_RAW",
                        "optional(Option.MARK)"),
                new Refusal(
                        Option.BIND_TO_DEVICE,
                        "unknownDevice",
                        "ENODEV no such device; no such interface in this network namespace",
                        "name one of: lo"),
                new Refusal(
                        Option.CONGESTION_CONTROL,
                        "unknownAlgorithm",
                        "ENOENT no such file or directory; the kernel has no such algorithm",
                        "use one of: reno"),
                new Refusal(
                        Option.USER_TIMEOUT,
                        "mptcpUserTimeout",
                        "ENOPROTOOPT protocol not available; the kernel has no such option for this"
                                + " kind of socket",
                        "use a kernel or a protocol that has it"),
                new Refusal(
                        Option.PACING,
                        "mptcpPacing",
                        "EOPNOTSUPP operation not supported; the kernel has no such option",
                        "leave it out"),
                new Refusal(
                        Option.BACKLOG,
                        "backlog",
                        ": clipped to 128 by net.core.somaxconn",
                        "sysctl -w net.core.somaxconn=100000"),
                new Refusal(
                        Option.FAST_OPEN,
                        "fastOpen",
                        "accepted by setsockopt, but net.ipv4.tcp_fastopen=1 lacks the server bit"
                                + " 0x2",
                        "sysctl -w net.ipv4.tcp_fastopen=3"),
                new Refusal(
                        Option.DEFER_ACCEPT,
                        "deferAccept",
                        ": the kernel waits at most ",
                        "ask for at most "),
                new Refusal(
                        Option.RECEIVE_BUFFER,
                        "receiveBuffer",
                        " by net.core.rmem_max",
                        "sysctl -w net.core.rmem_max=1000000000, or run with CAP_NET_ADMIN"),
                new Refusal(
                        Option.SEND_BUFFER,
                        "sendBuffer",
                        " by net.core.wmem_max",
                        "sysctl -w net.core.wmem_max=1000000000, or run with CAP_NET_ADMIN"),
                new Refusal(
                        Option.INCOMING_CPU,
                        "unknownCpu",
                        "CPU 9999 does not exist or is offline; the kernel takes any number",
                        "cat /sys/devices/system/cpu/online"),
                new Refusal(
                        Option.TOS,
                        "ecnBits",
                        "the two lowest bits are ECN, which belongs to TCP; the kernel reports 16",
                        "ask for 16"),
                undone(Option.REUSE_PORT, "reusePort", "off"),
                undone(Option.REUSE_ADDRESS, "reuseAddress", "off"),
                undone(Option.REUSE_ADDRESS, "noReuseAddress", "on"),
                undone(Option.KEEP_ALIVE, "keepAlive", "off"),
                undone(Option.KEEP_ALIVE, "keepAliveIdle", "8:9:9"),
                undone(Option.NO_DELAY, "noDelay", "off"),
                undone(Option.USER_TIMEOUT, "userTimeout", "1 ms"),
                undone(Option.MAX_SEGMENT_SIZE, "maxSegmentSize", "500 B"),
                undone(Option.IPV6_ONLY, "ipv6Only", "off"),
                undone(Option.FREE_BIND, "freeBind", "off"),
                undone(Option.TOS, "undoneTos", "16"),
                undone(Option.TOS, "undoneTosOfIpv4", "16"),
                undone(Option.BUSY_POLL, "undoneBusyPoll", "0 s"),
                undone(Option.PACING, "undonePacing", "88 B/s"),
                undone(Option.CONGESTION_CONTROL, "undoneAlgorithm", "bbr"),
                undone(Option.FAST_OPEN_KEYS, "fastOpenKeys", "primary #"));
    }

    private static Refusal undone(
            final Option option, final String attempt, final String reported) {
        return new Refusal(
                option,
                attempt,
                "set without an error, but the kernel reports " + reported,
                "look for a control hook that undoes it");
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void userNobodyIsToldCauseAndRemedy(final Refusal refusal) throws Exception {
        final List<String> lines = answer(refusal.attempt()).lines().toList();
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst()).startsWith(refusal.option().label()).contains(refusal.cause());
        assertThat(lines.getLast())
                .contains(refusal.remedy())
                .endsWith("or go on without it: optional(Option." + refusal.option().name() + ")");
    }

    @Test
    void anAlgorithmThatIsNotForEverybodyNamesThoseThatAre() {
        final String allowed = HostSettings.words("net.ipv4.tcp_allowed_congestion_control");
        assertThat(
                        AttemptProcess.forbidden(
                                Errno.EPERM, "setsockopt", 2, Tcp.TCP_CONGESTION, "algorithm"))
                .containsExactly(
                        "congestionControl (setsockopt TCP_CONGESTION) 127.0.0.1:0: EPERM operation"
                                + " not permitted; without CAP_NET_ADMIN only these are allowed: "
                                + allowed,
                        "add it to net.ipv4.tcp_allowed_congestion_control, or grant it:"
                            + " AmbientCapabilities=CAP_NET_ADMIN in the systemd unit, or setpriv"
                            + " --inh-caps +net_admin --ambient-caps +net_admin COMMAND; or go on"
                            + " without it: optional(Option.CONGESTION_CONTROL)");
    }

    @Test
    void mptcpIsRefusedWhereTheNamespaceForbidsIt() throws Exception {
        final Map<String, String> forbidden =
                PrivateNetwork.call(
                        () -> {
                            PrivateNetwork.sysctl("net.mptcp.enabled", 0);
                            return AttemptProcess.asNobody("mptcp", "optionalMptcp");
                        });
        assertThat(forbidden.get("mptcp").lines())
                .containsExactly(
                        "socket 127.0.0.1:0: ENOPROTOOPT protocol not available; the kernel has no"
                                + " MPTCP (Linux 5.6 with CONFIG_MPTCP), or net.mptcp.enabled=0",
                        "sysctl -w net.mptcp.enabled=1; or go on with plain TCP:"
                                + " optional(Option.MPTCP)");
        assertThat(forbidden.get("optionalMptcp"))
                .startsWith(Attempts.OPENED)
                .contains("mptcp asked on, effective off (not in force: ENOPROTOOPT");
    }

    @Test
    void noOptionIsLeftOut() {
        final Set<Option> covered =
                refusals()
                        .map(Refusal::option)
                        .collect(Collectors.toCollection(() -> EnumSet.of(Option.MPTCP)));
        assertThat(covered).containsExactlyInAnyOrder(Option.values());
    }

    @Test
    void optionalOptionsOpenAndTheReportSaysWhatIsNotInForce() throws Exception {
        assertThat(answer("optionalMark").lines())
                .startsWith(Attempts.OPENED)
                .anyMatch(
                        line ->
                                line.contains(
                                        "mark asked 7, effective 0 (not in force: EPERM; a firewall"
                                                + " mark needs CAP_NET_ADMIN or CAP_NET_RAW; grant"
                                                + " it: "))
                .anyMatch(
                        line ->
                                line.contains(
                                        "transparent asked on, effective off (not in force:"
                                                + " EPERM"));
        assertThat(answer("optionalBacklog").lines())
                .startsWith(Attempts.OPENED)
                .anyMatch(
                        line ->
                                line.contains(
                                        "backlog asked 100000, effective 128 (not in force: clipped"
                                                + " to 128 by net.core.somaxconn"));
    }

    /** One virtual machine answers for all: each costs half a second. */
    private String answer(final String attempt) throws Exception {
        if (answers.isEmpty()) {
            final String[] names =
                    Stream.concat(
                                    refusals().map(Refusal::attempt),
                                    Stream.of("optionalMark", "optionalBacklog"))
                            .toArray(String[]::new);
            answers =
                    PrivateNetwork.call(
                            () -> {
                                PrivateNetwork.sysctl("net.core.somaxconn", 128);
                                PrivateNetwork.sysctl("net.ipv4.tcp_fastopen", 1);
                                return AttemptProcess.asNobody(names);
                            });
            assertThat(answers).containsOnlyKeys(Arrays.asList(names));
        }
        return answers.get(attempt);
    }
}
