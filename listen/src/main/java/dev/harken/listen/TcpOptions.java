package dev.harken.listen;

import dev.harken.linux.Errno;
import dev.harken.linux.Sockets;
import dev.harken.linux.Tcp;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Rows of the option table at level IPPROTO_TCP (tcp(7)), and those of listen(2). */
final class TcpOptions {
    private static final int LEAST_SEGMENT_BYTES = 88;
    private static final int MOST_SEGMENT_BYTES = 32_767;
    private static final int ALGORITHM_NAME_MAX = 15;
    private static final long SERVER_FAST_OPEN_BIT = 0x2;

    private TcpOptions() {}

    static List<OptionSpec<?>> rows() {
        return List.of(
                backlog(),
                fastOpen(),
                Rows.row(
                        Option.FAST_OPEN_KEYS,
                        OptionValue.Keys.class,
                        OptionTable.TCP,
                        new KeysAccess()),
                deferAccept(),
                KeepAliveAccess.row(),
                userTimeout(),
                Rows.flag(Option.NO_DELAY, OptionTable.TCP, KernelOption.tcp(Tcp.TCP_NODELAY)),
                maxSegmentSize(),
                congestionControl(),
                mptcp());
    }

    private static OptionSpec<OptionValue.Count> backlog() {
        return Rows.row(
                        Option.BACKLOG,
                        OptionValue.Count.class,
                        OptionTable.ACCEPTING,
                        new BacklogAccess())
                .checked(
                        Rows.range(
                                Option.BACKLOG,
                                OptionValue.Count::value,
                                1,
                                Integer.MAX_VALUE,
                                "connections"))
                .judged((_, asked, effective) -> unclipped(asked, effective));
    }

    private static Verdict unclipped(
            final OptionValue.Count asked, final OptionValue.Count effective) {
        if (effective.value() < asked.value()) {
            return new Verdict.NotInForce(
                    "clipped to %s by %s".formatted(effective, HostSettings.SOMAXCONN),
                    Remedies.sysctl(HostSettings.SOMAXCONN, asked.value()));
        }
        return Rows.same(asked, effective);
    }

    private static OptionSpec<OptionValue.Count> fastOpen() {
        return Rows.count(Option.FAST_OPEN, OptionTable.TCP, KernelOption.tcp(Tcp.TCP_FASTOPEN))
                .checked(
                        Rows.range(
                                Option.FAST_OPEN,
                                OptionValue.Count::value,
                                1,
                                Integer.MAX_VALUE,
                                "connections"))
                .judged((_, asked, effective) -> judgeFastOpen(asked, effective));
    }

    /** setsockopt succeeds while the sysctl forbids Fast Open to servers (ip-sysctl). */
    private static Verdict judgeFastOpen(
            final OptionValue.Count asked, final OptionValue.Count effective) {
        final OptionalLong bits = HostSettings.sysctl(HostSettings.TCP_FASTOPEN);
        if (bits.isPresent() && (bits.getAsLong() & SERVER_FAST_OPEN_BIT) == 0) {
            return new Verdict.NotInForce(
                    "accepted by setsockopt, but %s=%d lacks the server bit 0x2"
                            .formatted(HostSettings.TCP_FASTOPEN, bits.getAsLong()),
                    Remedies.sysctl(
                            HostSettings.TCP_FASTOPEN, bits.getAsLong() | SERVER_FAST_OPEN_BIT));
        }
        return unclipped(asked, effective);
    }

    private static OptionSpec<OptionValue.Time> deferAccept() {
        return Rows.row(
                        Option.DEFER_ACCEPT,
                        OptionValue.Time.class,
                        OptionTable.TCP,
                        new IntAccess<>(
                                KernelOption.tcp(Tcp.TCP_DEFER_ACCEPT),
                                (value, _) -> (int) value.duration().toSeconds(),
                                seconds -> new OptionValue.Time(Duration.ofSeconds(seconds))))
                .checked(
                        Rows.wholeUnits(
                                Option.DEFER_ACCEPT,
                                Duration.ofSeconds(1),
                                Integer.MAX_VALUE,
                                "seconds"))
                .judged((_, asked, effective) -> judgeDeferAccept(asked, effective));
    }

    /**
     * The kernel counts SYN-ACK retransmissions, so seconds come back as their sum: 1, 3, 7, 15 …
     */
    private static Verdict judgeDeferAccept(
            final OptionValue.Time asked, final OptionValue.Time effective) {
        final int order = effective.duration().compareTo(asked.duration());
        if (order < 0) {
            return new Verdict.NotInForce(
                    "the kernel waits at most " + effective, "ask for at most " + effective);
        }
        return order == 0
                ? Verdict.EXACT
                : new Verdict.InForce("rounded up to whole SYN-ACK retransmissions");
    }

    private static OptionSpec<OptionValue.Time> userTimeout() {
        return Rows.row(
                        Option.USER_TIMEOUT,
                        OptionValue.Time.class,
                        OptionTable.TCP,
                        new IntAccess<>(
                                KernelOption.tcp(Tcp.TCP_USER_TIMEOUT),
                                (value, _) -> (int) value.duration().toMillis(),
                                millis -> new OptionValue.Time(Duration.ofMillis(millis))))
                .checked(
                        Rows.wholeUnits(
                                Option.USER_TIMEOUT,
                                Duration.ofMillis(1),
                                Integer.MAX_VALUE,
                                "milliseconds"));
    }

    private static OptionSpec<OptionValue.Size> maxSegmentSize() {
        return Rows.row(
                        Option.MAX_SEGMENT_SIZE,
                        OptionValue.Size.class,
                        OptionTable.TCP,
                        new IntAccess<>(
                                KernelOption.tcp(Tcp.TCP_MAXSEG),
                                (value, _) -> (int) value.bytes(),
                                OptionValue.Size::new))
                .checked(
                        Rows.range(
                                Option.MAX_SEGMENT_SIZE,
                                OptionValue.Size::bytes,
                                LEAST_SEGMENT_BYTES,
                                MOST_SEGMENT_BYTES,
                                "bytes"));
    }

    private static OptionSpec<OptionValue.Text> congestionControl() {
        return Rows.row(
                        Option.CONGESTION_CONTROL,
                        OptionValue.Text.class,
                        OptionTable.TCP,
                        new TextAccess(
                                KernelOption.tcp(Tcp.TCP_CONGESTION), ALGORITHM_NAME_MAX + 1))
                .checked(
                        value ->
                                Rows.requireRange(
                                        "congestionControl: length of \"" + value.text() + "\"",
                                        value.text().length(),
                                        1,
                                        ALGORITHM_NAME_MAX,
                                        "characters"))
                .refused((_, errno) -> explainAlgorithm(errno));
    }

    private static Optional<Diagnosis> explainAlgorithm(final int errno) {
        final String sysctls = "net.ipv4.tcp_available_congestion_control";
        return switch (errno) {
            case Errno.ENOENT ->
                    Optional.of(
                            new Diagnosis(
                                    "the kernel has no such algorithm",
                                    "load its module (modprobe tcp_NAME) or use one of: "
                                            + HostSettings.words(sysctls)));
            case Errno.EPERM ->
                    Optional.of(
                            new Diagnosis(
                                    "without CAP_NET_ADMIN only these are allowed: "
                                            + HostSettings.words(
                                                    "net.ipv4.tcp_allowed_congestion_control"),
                                    "add it to net.ipv4.tcp_allowed_congestion_control, or "
                                            + Remedies.grant("CAP_NET_ADMIN")));
            default -> Optional.empty();
        };
    }

    private static OptionSpec<OptionValue.Flag> mptcp() {
        return Rows.row(
                Option.MPTCP,
                OptionValue.Flag.class,
                OptionTable.TCP,
                new OptionAccess<>() {
                    @Override
                    public int write(final SocketContext socket, final OptionValue.Flag value) {
                        return 0; // chosen by the protocol argument of socket(2)
                    }

                    @Override
                    public Optional<OptionValue.Flag> read(final SocketContext socket) {
                        final long protocol =
                                Sockets.getInt(
                                        socket.fd(), Sockets.SOL_SOCKET, Sockets.SO_PROTOCOL);
                        return Optional.of(new OptionValue.Flag(protocol == Sockets.IPPROTO_MPTCP));
                    }
                });
    }
}
