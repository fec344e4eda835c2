package dev.harken.listen;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Text to address and back. */
final class AddressParser {
    private static final int IPV6_GROUPS = 8;

    private AddressParser() {}

    static ListenAddress.Inet parseInet(final String text) {
        final int colon = text.lastIndexOf(':');
        if (colon < 0 || text.indexOf(']') > colon) {
            throw malformed(text, "no port");
        }
        return new ListenAddress.Inet(
                host(text, text.substring(0, colon)), port(text, text.substring(colon + 1)));
    }

    static ListenAddress parseUnix(final String text) {
        final String name = text.startsWith("unix:") ? text.substring("unix:".length()) : text;
        if (name.startsWith("@")) {
            return new ListenAddress.UnixAbstract(name.substring(1));
        }
        return new ListenAddress.UnixPath(Path.of(name));
    }

    /** The address without brackets; IPv6 as RFC 5952 writes it, with the scope when it has one. */
    static String text(final InetAddress host) {
        if (!(host instanceof Inet6Address ipv6)) {
            return host.getHostAddress();
        }
        final String scope = scope(ipv6);
        return compress(ipv6.getAddress()) + scope;
    }

    private static InetAddress host(final String text, final String host) {
        try {
            if (host.isEmpty()) {
                return InetAddress.getByAddress(new byte[16]);
            }
            if (host.equals("*")) {
                return InetAddress.getByAddress(new byte[4]);
            }
            if (host.startsWith("[") != host.endsWith("]") || bareIpv6(host)) {
                throw malformed(text, "an IPv6 address stands in brackets");
            }
            return first(InetAddress.getAllByName(host));
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(
                    "address: \"%s\": host \"%s\" is unknown".formatted(text, host), e);
        }
    }

    private static boolean bareIpv6(final String host) {
        return !host.startsWith("[") && host.indexOf(':') >= 0;
    }

    private static InetAddress first(final InetAddress[] addresses) {
        for (final InetAddress address : addresses) {
            if (address instanceof Inet4Address) {
                return address;
            }
        }
        return addresses[0];
    }

    private static int port(final String text, final String port) {
        if (port.isEmpty() || port.length() > 5 || !port.chars().allMatch(AddressParser::digit)) {
            throw badPort(text);
        }
        final int number = Integer.parseInt(port);
        if (number > ListenAddress.Inet.MAX_PORT) {
            throw badPort(text);
        }
        return number;
    }

    private static IllegalArgumentException badPort(final String text) {
        return malformed(text, "the port is not a number from 0 to 65535");
    }

    private static boolean digit(final int character) {
        return character >= '0' && character <= '9';
    }

    private static IllegalArgumentException malformed(final String text, final String reason) {
        return new IllegalArgumentException(
                "address: \"%s\": %s (expected: 127.0.0.1:80, [::1]:80, *:80 or :80)"
                        .formatted(text, reason));
    }

    private static String scope(final Inet6Address address) {
        if (address.getScopedInterface() != null) {
            return "%" + address.getScopedInterface().getName();
        }
        return address.getScopeId() == 0 ? "" : "%" + address.getScopeId();
    }

    private static String compress(final byte[] address) {
        final int[] groups = new int[IPV6_GROUPS];
        for (int i = 0; i < IPV6_GROUPS; i++) {
            groups[i] = ((address[2 * i] & 0xFF) << 8) | (address[2 * i + 1] & 0xFF);
        }
        final int start = longestZeroRun(groups);
        if (start < 0) {
            return join(groups, 0, IPV6_GROUPS);
        }
        int end = start;
        while (end < IPV6_GROUPS && groups[end] == 0) {
            end++;
        }
        return join(groups, 0, start) + "::" + join(groups, end, IPV6_GROUPS);
    }

    /** Where the longest run of at least two zero groups begins, or -1. */
    private static int longestZeroRun(final int[] groups) {
        int best = -1;
        int bestLength = 1;
        int length = 0;
        for (int i = 0; i < IPV6_GROUPS; i++) {
            length = groups[i] == 0 ? length + 1 : 0;
            if (length > bestLength) {
                bestLength = length;
                best = i - length + 1;
            }
        }
        return best;
    }

    private static String join(final int[] groups, final int from, final int to) {
        final List<String> texts = new ArrayList<>();
        for (int i = from; i < to; i++) {
            texts.add(Integer.toHexString(groups[i]));
        }
        return String.join(":", texts);
    }
}
