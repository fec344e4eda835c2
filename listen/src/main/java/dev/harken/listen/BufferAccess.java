package dev.harken.listen;

import dev.harken.linux.Sockets;

import java.util.Optional;

/**
 * SO_RCVBUF and SO_SNDBUF. The kernel clips what is asked for to a sysctl, then doubles it for its
 * own bookkeeping and reports the double (socket(7)). Where the sysctl is too low the forced form
 * is tried, which needs CAP_NET_ADMIN.
 *
 * @param name the plain option
 * @param forcedName the option that ignores the sysctl
 */
record BufferAccess(int name, int forcedName) implements OptionAccess<OptionValue.Size> {
    private static final int BOOKKEEPING_FACTOR = 2;

    static OptionSpec<OptionValue.Size> row(
            final Option option, final int name, final int forcedName, final String sysctl) {
        return Rows.row(
                        option,
                        OptionValue.Size.class,
                        OptionTable.ALL,
                        new BufferAccess(name, forcedName))
                .checked(
                        Rows.range(
                                option,
                                OptionValue.Size::bytes,
                                1,
                                Integer.MAX_VALUE / BOOKKEEPING_FACTOR,
                                "bytes"))
                .judged((_, asked, effective) -> judge(asked.bytes(), effective.bytes(), sysctl));
    }

    @Override
    public int write(final SocketContext socket, final OptionValue.Size value) {
        final int bytes = (int) value.bytes();
        final int result = Sockets.setInt(socket.fd(), Sockets.SOL_SOCKET, name, bytes);
        if (result == 0 && reported(socket) < (long) bytes * BOOKKEEPING_FACTOR) {
            // Refused without the capability; then the clipped size stays and is judged below.
            Sockets.setInt(socket.fd(), Sockets.SOL_SOCKET, forcedName, bytes);
        }
        return result;
    }

    @Override
    public Optional<OptionValue.Size> read(final SocketContext socket) {
        final long bytes = reported(socket);
        return bytes < 0 ? Optional.empty() : Optional.of(new OptionValue.Size(bytes));
    }

    private long reported(final SocketContext socket) {
        return Sockets.getInt(socket.fd(), Sockets.SOL_SOCKET, name);
    }

    private static Verdict judge(final long asked, final long effective, final String sysctl) {
        final long doubled = asked * BOOKKEEPING_FACTOR;
        if (effective < doubled) {
            return new Verdict.NotInForce(
                    "clipped to %d B by %s".formatted(effective / BOOKKEEPING_FACTOR, sysctl),
                    Remedies.sysctl(sysctl, asked) + ", or run with CAP_NET_ADMIN");
        }
        return new Verdict.InForce(
                effective == doubled
                        ? "doubled by the kernel for its bookkeeping"
                        : "raised to the kernel's minimum");
    }
}
