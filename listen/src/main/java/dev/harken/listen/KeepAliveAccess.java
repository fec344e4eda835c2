package dev.harken.listen;

import dev.harken.linux.Sockets;
import dev.harken.linux.Tcp;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * SO_KEEPALIVE with TCP_KEEPIDLE, TCP_KEEPINTVL and TCP_KEEPCNT: four options that mean one thing.
 */
final class KeepAliveAccess implements OptionAccess<OptionValue.KeepAlive> {
    private static final int MOST_SECONDS = 32_767;
    private static final int MOST_PROBES = 127;

    static OptionSpec<OptionValue.KeepAlive> row() {
        return Rows.row(
                        Option.KEEP_ALIVE,
                        OptionValue.KeepAlive.class,
                        OptionTable.TCP,
                        new KeepAliveAccess())
                .checked(KeepAliveAccess::check)
                .judged((_, asked, effective) -> judge(asked, effective));
    }

    @Override
    public int write(final SocketContext socket, final OptionValue.KeepAlive value) {
        final int fd = socket.fd();
        int result =
                Sockets.setInt(fd, Sockets.SOL_SOCKET, Sockets.SO_KEEPALIVE, value.on() ? 1 : 0);
        result = result < 0 ? result : set(fd, Tcp.TCP_KEEPIDLE, value.idleSeconds());
        result = result < 0 ? result : set(fd, Tcp.TCP_KEEPINTVL, value.intervalSeconds());
        return result < 0 ? result : set(fd, Tcp.TCP_KEEPCNT, value.probeCount());
    }

    @Override
    public Optional<OptionValue.KeepAlive> read(final SocketContext socket) {
        final int fd = socket.fd();
        final long on = Sockets.getInt(fd, Sockets.SOL_SOCKET, Sockets.SO_KEEPALIVE);
        final OptionalInt idle = get(fd, Tcp.TCP_KEEPIDLE);
        final OptionalInt interval = get(fd, Tcp.TCP_KEEPINTVL);
        final OptionalInt count = get(fd, Tcp.TCP_KEEPCNT);
        return on < 0
                ? Optional.empty()
                : Optional.of(new OptionValue.KeepAlive(on != 0, idle, interval, count));
    }

    private static int set(final int fd, final int name, final OptionalInt value) {
        return value.isPresent()
                ? Sockets.setInt(fd, Sockets.IPPROTO_TCP, name, value.getAsInt())
                : 0;
    }

    private static OptionalInt get(final int fd, final int name) {
        final long value = Sockets.getInt(fd, Sockets.IPPROTO_TCP, name);
        return value < 0 ? OptionalInt.empty() : OptionalInt.of((int) value);
    }

    private static void check(final OptionValue.KeepAlive value) {
        check("idle", value.idleSeconds(), MOST_SECONDS, "seconds");
        check("interval", value.intervalSeconds(), MOST_SECONDS, "seconds");
        check("count", value.probeCount(), MOST_PROBES, "probes");
    }

    private static void check(
            final String part, final OptionalInt value, final int most, final String unit) {
        if (value.isPresent()) {
            Rows.requireRange("keepAlive " + part, value.getAsInt(), 1, most, unit);
        }
    }

    private static Verdict judge(
            final OptionValue.KeepAlive asked, final OptionValue.KeepAlive effective) {
        final boolean inForce =
                asked.on() == effective.on()
                        && matches(asked.idleSeconds(), effective.idleSeconds())
                        && matches(asked.intervalSeconds(), effective.intervalSeconds())
                        && matches(asked.probeCount(), effective.probeCount());
        return inForce ? Verdict.EXACT : Rows.differs(effective);
    }

    private static boolean matches(final OptionalInt asked, final OptionalInt effective) {
        return asked.isEmpty() || asked.equals(effective);
    }
}
