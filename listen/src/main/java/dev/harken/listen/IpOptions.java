package dev.harken.listen;

import dev.harken.linux.Ip;
import dev.harken.linux.Sockets;

import java.util.List;
import java.util.Optional;

/** Rows of the option table at levels IPPROTO_IP and IPPROTO_IPV6 (ip(7), ipv6(7)). */
final class IpOptions {
    private static final int TOS_MAX = 0xFF;
    private static final long ECN_BITS = 0x3;

    private IpOptions() {}

    static List<OptionSpec<?>> rows() {
        return List.of(
                Rows.flag(Option.IPV6_ONLY, OptionTable.INET, KernelOption.ipv6(Ip.IPV6_V6ONLY)),
                Rows.flag(
                        Option.FREE_BIND,
                        OptionTable.INET,
                        KernelOption.ip(Ip.IP_FREEBIND, Ip.IPV6_FREEBIND)),
                Rows.flag(
                                Option.TRANSPARENT,
                                OptionTable.INET,
                                KernelOption.ip(Ip.IP_TRANSPARENT, Ip.IPV6_TRANSPARENT))
                        .refused(
                                Rows.needs("CAP_NET_ADMIN or CAP_NET_RAW", "a transparent socket")),
                Rows.row(Option.TOS, OptionValue.Count.class, OptionTable.INET, new TosAccess())
                        .checked(Rows.range(Option.TOS, OptionValue.Count::value, 0, TOS_MAX, ""))
                        .judged(IpOptions::judgeTos));
    }

    private static Verdict judgeTos(
            final SocketContext socket,
            final OptionValue.Count asked,
            final OptionValue.Count effective) {
        if (socket.ipv6Wildcard()) {
            final OptionValue.Count ipv4 =
                    new OptionValue.Count(
                            Sockets.getInt(socket.fd(), Sockets.IPPROTO_IP, Ip.IP_TOS));
            if (!asked.equals(ipv4)) {
                return judgeTos(asked, ipv4);
            }
        }
        return judgeTos(asked, effective);
    }

    private static Verdict judgeTos(
            final OptionValue.Count asked, final OptionValue.Count effective) {
        if (!asked.equals(effective)
                && (asked.value() & ~ECN_BITS) == (effective.value() & ~ECN_BITS)) {
            return new Verdict.NotInForce(
                    "the two lowest bits are ECN, which belongs to TCP; the kernel reports "
                            + effective,
                    "ask for " + effective);
        }
        return Rows.same(asked, effective);
    }

    /**
     * Traffic class on IPv6; on an IPv6 wildcard the type of service of IPv4 as well, because such
     * a socket may serve both.
     */
    private static final class TosAccess implements OptionAccess<OptionValue.Count> {
        @Override
        public int write(final SocketContext socket, final OptionValue.Count value) {
            final int tos = (int) value.value();
            if (!socket.ipv6()) {
                return Sockets.setInt(socket.fd(), Sockets.IPPROTO_IP, Ip.IP_TOS, tos);
            }
            final int result =
                    Sockets.setInt(socket.fd(), Sockets.IPPROTO_IPV6, Ip.IPV6_TCLASS, tos);
            if (result < 0 || !socket.ipv6Wildcard()) {
                return result;
            }
            return Sockets.setInt(socket.fd(), Sockets.IPPROTO_IP, Ip.IP_TOS, tos);
        }

        @Override
        public Optional<OptionValue.Count> read(final SocketContext socket) {
            final long tos =
                    socket.ipv6()
                            ? Sockets.getInt(socket.fd(), Sockets.IPPROTO_IPV6, Ip.IPV6_TCLASS)
                            : Sockets.getInt(socket.fd(), Sockets.IPPROTO_IP, Ip.IP_TOS);
            return tos < 0 ? Optional.empty() : Optional.of(new OptionValue.Count(tos));
        }
    }
}
