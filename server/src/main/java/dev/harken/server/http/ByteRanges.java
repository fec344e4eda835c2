package dev.harken.server.http;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;

/** What a {@code Range} header asks for (RFC 9110 section 14.2), by nginx's rules. */
sealed interface ByteRanges {
    /** The whole file, because nothing else or nothing sensible was asked for. */
    ByteRanges WHOLE = new Whole();

    /** No range. */
    record Whole() implements ByteRanges {}

    /** Nothing that the file has, or nothing that can be read. */
    record Unsatisfiable() implements ByteRanges {}

    /**
     * Parts of the file.
     *
     * @param list at least one, in the order asked for
     */
    record Some(List<Range> list) implements ByteRanges {}

    /**
     * One part.
     *
     * @param first its first byte
     * @param last its last byte
     */
    record Range(long first, long last) {
        long length() {
            return last - first + 1;
        }

        /** Returns the value of the {@code Content-Range} header. */
        String header(final long size) {
            return "bytes " + first + "-" + last + "/" + size;
        }
    }

    /**
     * Reads a header.
     *
     * @param header its value; null without one
     * @param size length of the file
     */
    static ByteRanges parse(final @Nullable String header, final long size) {
        final String unit = "bytes=";
        if (header == null || !header.regionMatches(true, 0, unit, 0, unit.length())) {
            return WHOLE;
        }
        final List<Range> ranges = new ArrayList<>();
        long total = 0;
        for (final String part : header.substring(unit.length()).split(",", -1)) {
            final String text = part.strip();
            final int dash = text.indexOf('-');
            final long from = dash < 0 ? -2 : number(text.substring(0, dash).strip());
            final long to = dash < 0 ? -2 : number(text.substring(dash + 1).strip());
            if (from < -1 || to < -1 || (from == -1 && to == -1)) {
                return new Unsatisfiable();
            }
            final long first = from == -1 ? Math.max(0, size - to) : from;
            final long last = from == -1 || to == -1 ? size - 1 : Math.min(to, size - 1);
            if (from != -1 && to != -1 && from > to) {
                return new Unsatisfiable();
            }
            if (first <= last) {
                ranges.add(new Range(first, last));
                total += last - first + 1;
            }
        }
        if (ranges.isEmpty()) {
            return new Unsatisfiable();
        }
        // More than the file has can only be an attempt to make us send much for little.
        return total > size ? WHOLE : new Some(List.copyOf(ranges));
    }

    /** Returns the number, -1 for an empty text, -2 for anything else. */
    private static long number(final String text) {
        if (text.isEmpty()) {
            return -1;
        }
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < '0' || text.charAt(i) > '9') {
                return -2;
            }
        }
        try {
            return Long.parseLong(text);
        } catch (final NumberFormatException _) {
            return -2;
        }
    }
}
