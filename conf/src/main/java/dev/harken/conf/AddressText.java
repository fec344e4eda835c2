package dev.harken.conf;

import java.net.Inet6Address;

/** The shortest form of an IPv6 address (RFC 5952), which the JDK does not print. */
final class AddressText {
    private static final int GROUP_COUNT = 8;

    private AddressText() {}

    static String of(final Inet6Address address) {
        final byte[] bytes = address.getAddress();
        final int[] groups = new int[GROUP_COUNT];
        for (int i = 0; i < GROUP_COUNT; i++) {
            groups[i] = ((bytes[2 * i] & 0xff) << 8) | (bytes[2 * i + 1] & 0xff);
        }
        final int start = longestZeroRun(groups);
        if (start < 0) {
            return join(groups, 0, GROUP_COUNT);
        }
        int end = start;
        while (end < GROUP_COUNT && groups[end] == 0) {
            end++;
        }
        return join(groups, 0, start) + "::" + join(groups, end, GROUP_COUNT);
    }

    /** Returns where the first longest run of at least two zero groups starts, or -1. */
    private static int longestZeroRun(final int[] groups) {
        int best = -1;
        int bestLength = 1;
        for (int start = 0; start < GROUP_COUNT; start++) {
            int end = start;
            while (end < GROUP_COUNT && groups[end] == 0) {
                end++;
            }
            if (end - start > bestLength) {
                best = start;
                bestLength = end - start;
            }
            start = Math.max(start, end);
        }
        return best;
    }

    private static String join(final int[] groups, final int from, final int to) {
        final StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            if (i > from) {
                text.append(':');
            }
            text.append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
