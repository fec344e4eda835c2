package dev.harken.netty;

import java.util.BitSet;
import java.util.StringJoiner;

/** CPU lists in the kernel's notation, for example {@code 0-3,8}; cpuset(7), "List format". */
final class CpuList {

    private static final int MOST_CPUS = 8192;

    private CpuList() {}

    /**
     * Reads a list.
     *
     * @throws IllegalArgumentException if it is not one
     */
    static BitSet parse(final String list) {
        final BitSet cpus = new BitSet();
        for (final String part : list.strip().split(",", -1)) {
            final String range = part.strip();
            final int dash = range.indexOf('-');
            final int first = number(dash < 0 ? range : range.substring(0, dash), list);
            final int last = dash < 0 ? first : number(range.substring(dash + 1), list);
            if (last < first) {
                throw malformed(list);
            }
            cpus.set(first, last + 1);
        }
        return cpus;
    }

    /** Writes a list; {@code none} for no CPU. */
    static String format(final BitSet cpus) {
        if (cpus.isEmpty()) {
            return "none";
        }
        final StringJoiner parts = new StringJoiner(",");
        for (int first = cpus.nextSetBit(0); first >= 0; ) {
            final int end = cpus.nextClearBit(first);
            parts.add(end - first == 1 ? Integer.toString(first) : first + "-" + (end - 1));
            first = cpus.nextSetBit(end);
        }
        return parts.toString();
    }

    private static int number(final String text, final String list) {
        try {
            final int cpu = Integer.parseInt(text.strip());
            if (cpu >= 0 && cpu < MOST_CPUS) {
                return cpu;
            }
        } catch (final NumberFormatException notNumber) {
            throw malformed(list);
        }
        throw malformed(list);
    }

    private static IllegalArgumentException malformed(final String list) {
        return new IllegalArgumentException("CPU list: " + list + " (expected: as in 0-3,8)");
    }
}
