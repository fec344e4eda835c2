package dev.harken.listen;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.PidFd;
import dev.harken.linux.SockDiag;
import dev.harken.linux.Sockets;
import dev.harken.linux.Tcp;

import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Who holds an address: sockets by sock_diag(7), processes by /proc, SO_REUSEPORT by a look at the
 * socket itself (pidfd_getfd(2)). Sees the calling thread's network namespace; names processes of
 * other users with CAP_SYS_PTRACE only. Any thread; takes milliseconds on a host with many
 * processes.
 */
public final class PortInspector {
    private static final int TCP_BOUND_INACTIVE = 13; // Linux 6.8: bound, not listening

    private PortInspector() {}

    /**
     * Every socket that holds the address or overlaps it: a wildcard overlaps every address of its
     * port, an IPv6 wildcard those of IPv4 too unless it is IPv6-only.
     *
     * @return listeners first; empty if nobody holds it
     * @throws SocketException if the kernel does not list sockets for this process
     */
    public static List<PortHolder> holders(final Protocol protocol, final ListenAddress address)
            throws SocketException {
        return holders(protocol, address, Set.of());
    }

    /** The same without the sockets of these inodes. */
    static List<PortHolder> holders(
            final Protocol protocol, final ListenAddress address, final Set<Long> without)
            throws SocketException {
        final List<Row> rows = rows(protocol, address);
        rows.removeIf(row -> without.contains(row.inode()));
        final Set<Long> inodes =
                rows.stream()
                        .map(Row::inode)
                        .filter(inode -> inode != 0)
                        .collect(Collectors.toSet());
        final Map<Long, List<PortHolder.Owner>> owners = SocketOwners.find(inodes);
        return rows.stream()
                .map(row -> holder(row, owners.getOrDefault(row.inode(), List.of())))
                .sorted(Comparator.comparing(PortHolder::state))
                .toList();
    }

    private static List<Row> rows(final Protocol protocol, final ListenAddress address)
            throws SocketException {
        return switch (address) {
            case ListenAddress.Inet inet -> inetRows(protocol, inet);
            case ListenAddress.UnixPath path -> unixRows(path, path.path().toString());
            case ListenAddress.UnixAbstract name -> unixRows(name, "@" + name.name());
        };
    }

    /** A socket as sock_diag lists it, of any family. */
    private record Row(
            ListenAddress address, PortHolder.State state, long inode, int uid, boolean ipv6Only) {}

    private static List<Row> inetRows(final Protocol protocol, final ListenAddress.Inet address)
            throws SocketException {
        final int number = protocol == Protocol.UDP ? Sockets.IPPROTO_UDP : Sockets.IPPROTO_TCP;
        final List<Row> rows = new ArrayList<>();
        for (final int family : List.of(Sockets.AF_INET, Sockets.AF_INET6)) {
            final SockDiag.InetQuery query =
                    new SockDiag.InetQuery(family, number, SockDiag.ALL_STATES, address.port());
            require(
                    SockDiag.inet(
                            query,
                            row -> {
                                if (overlaps(address, row)) {
                                    rows.add(row(row));
                                }
                            }));
        }
        return rows;
    }

    private static Row row(final SockDiag.InetRow row) {
        return new Row(
                ListenAddress.Inet.of(row.local()),
                state(row.state(), row.remote().getPort()),
                row.inode(),
                row.uid(),
                row.ipv6Only());
    }

    private static PortHolder.State state(final int state, final int remotePort) {
        return switch (state) {
            case Tcp.TCP_LISTEN -> PortHolder.State.LISTENING;
            case Tcp.TCP_TIME_WAIT -> PortHolder.State.TIME_WAIT;
            case Tcp.TCP_CLOSE, TCP_BOUND_INACTIVE ->
                    remotePort == 0 ? PortHolder.State.BOUND : PortHolder.State.CONNECTED;
            default -> PortHolder.State.CONNECTED;
        };
    }

    private static boolean overlaps(final ListenAddress.Inet asked, final SockDiag.InetRow row) {
        if (row.local().getPort() != asked.port()) {
            return false;
        }
        final ListenAddress.Inet held = ListenAddress.Inet.of(row.local());
        if (asked.host().equals(held.host())) {
            return true;
        }
        if (asked.ipv6() == held.ipv6()) {
            return asked.wildcard() || held.wildcard();
        }
        final ListenAddress.Inet ipv6 = asked.ipv6() ? asked : held;
        return ipv6.wildcard() && !(held.ipv6() && row.ipv6Only());
    }

    private static List<Row> unixRows(final ListenAddress address, final String name)
            throws SocketException {
        final List<Row> rows = new ArrayList<>();
        final int states = (1 << Tcp.TCP_LISTEN) | (1 << Tcp.TCP_CLOSE);
        require(
                SockDiag.unix(
                        states,
                        row -> {
                            if (row.name().equals(name)) {
                                final PortHolder.State state = state(row.state(), 0);
                                rows.add(new Row(address, state, row.inode(), row.uid(), false));
                            }
                        }));
        return rows;
    }

    private static PortHolder holder(final Row row, final List<PortHolder.Owner> owners) {
        return new PortHolder(
                row.address(),
                row.state(),
                row.inode(),
                row.uid(),
                row.uid() < 0 ? "unknown" : Users.name(row.uid()),
                row.ipv6Only(),
                reusePort(row, owners),
                owners);
    }

    private static PortHolder.ReusePort reusePort(
            final Row row, final List<PortHolder.Owner> owners) {
        if (row.address() instanceof ListenAddress.Inet && !owners.isEmpty()) {
            return reusePort(owners.getFirst());
        }
        return PortHolder.ReusePort.UNKNOWN;
    }

    /** Borrows the socket for one getsockopt(2); the kernel has no other way to tell. */
    private static PortHolder.ReusePort reusePort(final PortHolder.Owner owner) {
        final int pidFd = PidFd.pidfdOpen(owner.pid(), 0);
        if (pidFd < 0) {
            return PortHolder.ReusePort.UNKNOWN;
        }
        final int fd = PidFd.pidfdGetfd(pidFd, owner.fd(), 0);
        Descriptors.close(pidFd);
        if (fd < 0) {
            return PortHolder.ReusePort.UNKNOWN;
        }
        final long on = Sockets.getInt(fd, Sockets.SOL_SOCKET, Sockets.SO_REUSEPORT);
        Descriptors.close(fd);
        if (on < 0) {
            return PortHolder.ReusePort.UNKNOWN;
        }
        return on == 0 ? PortHolder.ReusePort.OFF : PortHolder.ReusePort.ON;
    }

    private static void require(final int result) throws SocketException {
        if (result < 0) {
            throw new SocketException(
                    "sock_diag: %s %s".formatted(Errno.name(-result), Errno.describe(-result)));
        }
    }
}
