package dev.harken.listen;

import dev.harken.linux.Errno;
import dev.harken.linux.Sockets;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Rows of the option table at level SOL_SOCKET (socket(7)). */
final class SocketOptions {
    private static final long UNSIGNED_INT_MAX = 0xFFFF_FFFFL;
    private static final int INTERFACE_NAME_MAX = 15;

    private SocketOptions() {}

    static List<OptionSpec<?>> rows() {
        return List.of(
                Rows.flag(
                        Option.REUSE_PORT,
                        OptionTable.INET,
                        KernelOption.socket(Sockets.SO_REUSEPORT)),
                Rows.flag(
                        Option.REUSE_ADDRESS,
                        OptionTable.INET,
                        KernelOption.socket(Sockets.SO_REUSEADDR)),
                BufferAccess.row(
                        Option.RECEIVE_BUFFER,
                        Sockets.SO_RCVBUF,
                        Sockets.SO_RCVBUFFORCE,
                        "net.core.rmem_max"),
                BufferAccess.row(
                        Option.SEND_BUFFER,
                        Sockets.SO_SNDBUF,
                        Sockets.SO_SNDBUFFORCE,
                        "net.core.wmem_max"),
                incomingCpu(),
                busyPoll(),
                mark(),
                bindToDevice(),
                pacing());
    }

    private static OptionSpec<OptionValue.Cpus> incomingCpu() {
        return Rows.row(
                        Option.INCOMING_CPU,
                        OptionValue.Cpus.class,
                        OptionTable.INET,
                        new IntAccess<>(
                                KernelOption.socket(Sockets.SO_INCOMING_CPU),
                                OptionValue.Cpus::ofShard,
                                cpu -> new OptionValue.Cpus(List.of(cpu))))
                .checked(SocketOptions::checkCpus)
                .judged(
                        (socket, asked, effective) ->
                                judgeCpu(asked.ofShard(socket.shard()), effective));
    }

    private static void checkCpus(final OptionValue.Cpus value) {
        if (value.cpus().isEmpty()) {
            throw new IllegalArgumentException("incomingCpu: no CPU (expected: one or more)");
        }
        for (final int cpu : value.cpus()) {
            Rows.requireRange(Option.INCOMING_CPU.label(), cpu, 0, Integer.MAX_VALUE, "");
        }
    }

    /** The kernel takes any number, and a CPU that does not exist never receives anything. */
    private static Verdict judgeCpu(final int asked, final OptionValue.Cpus effective) {
        if (effective.ofShard(0) != asked) {
            return Rows.differs(effective);
        }
        if (!HostSettings.cpuOnline(asked)) {
            return new Verdict.NotInForce(
                    "CPU %d does not exist or is offline; the kernel takes any number"
                            .formatted(asked),
                    "name CPUs that are online: cat /sys/devices/system/cpu/online");
        }
        return Verdict.EXACT;
    }

    private static OptionSpec<OptionValue.Time> busyPoll() {
        return Rows.row(
                        Option.BUSY_POLL,
                        OptionValue.Time.class,
                        OptionTable.INET,
                        new IntAccess<>(
                                KernelOption.socket(Sockets.SO_BUSY_POLL),
                                (value, _) -> (int) (value.duration().toNanos() / 1_000),
                                micros -> new OptionValue.Time(Duration.ofNanos(micros * 1_000L))))
                .checked(
                        Rows.wholeUnits(
                                Option.BUSY_POLL,
                                Duration.ofNanos(1_000),
                                Integer.MAX_VALUE,
                                "microseconds"))
                .refused(Rows.needs("CAP_NET_ADMIN", "raising the busy-poll time"));
    }

    private static OptionSpec<OptionValue.Count> mark() {
        return Rows.count(Option.MARK, OptionTable.INET, KernelOption.socket(Sockets.SO_MARK))
                .checked(Rows.range(Option.MARK, OptionValue.Count::value, 0, UNSIGNED_INT_MAX, ""))
                .refused(Rows.needs("CAP_NET_ADMIN or CAP_NET_RAW", "a firewall mark"));
    }

    private static OptionSpec<OptionValue.Text> bindToDevice() {
        return Rows.row(
                        Option.BIND_TO_DEVICE,
                        OptionValue.Text.class,
                        OptionTable.INET,
                        new TextAccess(
                                KernelOption.socket(Sockets.SO_BINDTODEVICE),
                                INTERFACE_NAME_MAX + 1))
                .checked(
                        value ->
                                Rows.requireRange(
                                        "bindToDevice: length of \"" + value.text() + "\"",
                                        value.text().length(),
                                        1,
                                        INTERFACE_NAME_MAX,
                                        "characters"))
                .refused((_, errno) -> explainDevice(errno));
    }

    private static Optional<Diagnosis> explainDevice(final int errno) {
        return switch (errno) {
            case Errno.ENODEV ->
                    Optional.of(
                            new Diagnosis(
                                    "no such interface in this network namespace",
                                    "name one of: " + HostAddresses.interfaceNames()));
            case Errno.EPERM ->
                    Optional.of(
                            new Diagnosis(
                                    "before Linux 5.7, and on a socket that is bound to an"
                                            + " interface already, this needs CAP_NET_RAW",
                                    Remedies.grant("CAP_NET_RAW")));
            default -> Optional.empty();
        };
    }

    private static OptionSpec<OptionValue.Rate> pacing() {
        return Rows.row(
                        Option.PACING,
                        OptionValue.Rate.class,
                        OptionTable.INET,
                        new PacingAccess(KernelOption.socket(Sockets.SO_MAX_PACING_RATE)))
                .checked(
                        Rows.range(
                                Option.PACING,
                                OptionValue.Rate::bytesPerSecond,
                                1,
                                Long.MAX_VALUE,
                                "bytes per second"))
                .judged(SocketOptions::judgePacing);
    }

    private static Verdict judgePacing(
            final SocketContext socket,
            final OptionValue.Rate asked,
            final OptionValue.Rate effective) {
        if (!asked.equals(effective)) {
            return Rows.differs(effective);
        }
        return socket.protocol() == Protocol.UDP
                ? new Verdict.InForce("datagrams are paced only by the fq queueing discipline")
                : Verdict.EXACT;
    }
}
