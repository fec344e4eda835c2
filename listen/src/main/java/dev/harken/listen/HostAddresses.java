package dev.harken.listen;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import java.util.stream.Collectors;

/** The interfaces and addresses of this host, for messages. */
final class HostAddresses {
    private static final int MOST_NAMED = 12;

    private HostAddresses() {}

    static String interfaceNames() {
        return joined(interfaces().stream().map(NetworkInterface::getName).sorted().toList());
    }

    /** The addresses of one family, loopback last. */
    static String addresses(final Class<? extends InetAddress> family) {
        return joined(
                interfaces().stream()
                        .flatMap(NetworkInterface::inetAddresses)
                        .filter(family::isInstance)
                        .sorted(
                                (a, b) ->
                                        Boolean.compare(
                                                a.isLoopbackAddress(), b.isLoopbackAddress()))
                        .map(AddressParser::text)
                        .toList());
    }

    static boolean has(final InetAddress address) {
        return interfaces().stream()
                .flatMap(NetworkInterface::inetAddresses)
                .anyMatch(address::equals);
    }

    private static List<NetworkInterface> interfaces() {
        try {
            return NetworkInterface.networkInterfaces().toList();
        } catch (SocketException e) {
            return List.of(); // a message without the list is better than no message
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
