package dev.harken.listen;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** The interfaces and addresses of this host, in the calling thread's network namespace. */
final class HostAddresses {
    private static final int MOST_NAMED = 12;

    /** Columns of /proc/net/if_inet6. */
    private static final int ADDRESS = 0;

    private static final int FLAGS = 4;
    private static final int NAME = 5;
    private static final int COLUMNS = 6;

    /** IFA_F_TENTATIVE of linux/if_addr.h: duplicate address detection runs. */
    private static final int TENTATIVE = 0x40;

    private HostAddresses() {}

    /** An IPv6 address of an interface. */
    private record Ipv6(InetAddress address, String interfaceName, boolean tentative) {
        @Override
        public String toString() {
            final String text = AddressParser.text(address);
            return address.isLinkLocalAddress() ? text + "%" + interfaceName : text;
        }
    }

    static String interfaceNames() {
        return joined(interfaces().stream().map(NetworkInterface::getName).sorted().toList());
    }

    /** The addresses of the family of {@code like}. */
    static String ofFamily(final InetAddress like) {
        return joined(
                like instanceof Inet6Address
                        ? ipv6().stream().map(Ipv6::toString).toList()
                        : interfaces().stream()
                                .flatMap(NetworkInterface::inetAddresses)
                                .filter(Inet4Address.class::isInstance)
                                .map(AddressParser::text)
                                .toList());
    }

    /** Whether duplicate address detection of this address has not ended. */
    static boolean tentative(final InetAddress address) {
        return ipv6().stream().anyMatch(own -> own.tentative() && own.address().equals(address));
    }

    private static List<NetworkInterface> interfaces() {
        try {
            return NetworkInterface.networkInterfaces().toList();
        } catch (SocketException e) {
            return List.of(); // a message without the list is better than no message
        }
    }

    /** The JDK reads these from the namespace of the process, not of the thread. */
    private static List<Ipv6> ipv6() {
        final List<Ipv6> addresses = new ArrayList<>();
        final String table = HostSettings.text(Path.of("/proc/thread-self/net/if_inet6"));
        for (final String line : table.lines().toList()) {
            final String[] columns = line.strip().split("\\s+", -1);
            if (columns.length == COLUMNS) {
                addresses.add(
                        new Ipv6(
                                address(columns[ADDRESS]),
                                columns[NAME],
                                (HexFormat.fromHexDigits(columns[FLAGS]) & TENTATIVE) != 0));
            }
        }
        return addresses;
    }

    private static InetAddress address(final String hex) {
        try {
            return InetAddress.getByAddress(HexFormat.of().parseHex(hex));
        } catch (UnknownHostException e) {
            throw new IllegalStateException("16 bytes are an address", e);
        }
    }

    private static String joined(final List<String> names) {
        if (names.isEmpty()) {
            return "none";
        }
        final String shown = names.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
        return names.size() > MOST_NAMED ? shown + ", …" : shown;
    }
}
