package dev.harken.conf;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** Reads the values of {@code listen} parameters. */
final class ListenValues {
    private static final int DEVICE_NAME_LIMIT_BYTES = 15;
    private static final long MARK_LIMIT = 0xffff_ffffL;

    private ListenValues() {}

    /** Reads a number within limits, both included. */
    static int number(final Word word, final int least, final int most, final String expected)
            throws Fault {
        return Numbers.small(valueOf(word))
                .filter(value -> value >= least && value <= most)
                .orElseThrow(() -> invalid(word, expected));
    }

    static long size(final Word word) throws Fault {
        return Numbers.size(valueOf(word)).orElseThrow(() -> invalid(word, "bytes, or 64k, 1m"));
    }

    /** Reads a time of at least a second. */
    static Duration seconds(final Word word) throws Fault {
        return Numbers.seconds(valueOf(word))
                .filter(time -> !time.isZero())
                .orElseThrow(() -> invalid(word, "a time from 1s"));
    }

    /** {@code on}, {@code off}, or {@code idle:interval:count}, of which each may be missing. */
    static ListenOptions.KeepAlive keepAlive(final Word word) throws Fault {
        final String value = valueOf(word);
        if (value.equals("on") || value.equals("off")) {
            return new ListenOptions.KeepAlive(
                    value.equals("on"), Optional.empty(), Optional.empty(), OptionalInt.empty());
        }
        final String[] parts = value.split(":", 3);
        final Optional<Duration> idle = keepAliveTime(word, parts, 0);
        final Optional<Duration> interval = keepAliveTime(word, parts, 1);
        final int count =
                parts.length < 3 || parts[2].isEmpty()
                        ? 0
                        : Numbers.small(parts[2]).orElseThrow(() -> badKeepAlive(word));
        if (idle.isEmpty() && interval.isEmpty() && count == 0) {
            throw badKeepAlive(word);
        }
        return new ListenOptions.KeepAlive(
                true, idle, interval, count == 0 ? OptionalInt.empty() : OptionalInt.of(count));
    }

    private static Optional<Duration> keepAliveTime(
            final Word word, final String[] parts, final int index) throws Fault {
        if (index >= parts.length || parts[index].isEmpty()) {
            return Optional.empty();
        }
        final Duration time = Numbers.seconds(parts[index]).orElseThrow(() -> badKeepAlive(word));
        return Optional.of(time).filter(some -> !some.isZero());
    }

    private static Fault badKeepAlive(final Word word) {
        return Fault.of("invalid so_keepalive value: \"" + valueOf(word) + "\"", word)
                .hint("expected on, off or idle:interval:count, such as 30m::10");
    }

    static AcceptMode acceptMode(final Word word) throws Fault {
        for (final AcceptMode mode : AcceptMode.values()) {
            if (mode.text().equals(valueOf(word))) {
                return mode;
            }
        }
        throw invalid(word, "reuseport, exclusive, mutex, herd or dispatch");
    }

    static long mark(final Word word) throws Fault {
        try {
            final long mark = Long.decode(valueOf(word).toLowerCase(Locale.ROOT));
            if (mark >= 0 && mark <= MARK_LIMIT) {
                return mark;
            }
        } catch (final NumberFormatException _) {
            // Falls through to the same answer as a number out of range.
        }
        throw invalid(word, "a number of 32 bits, such as 1 or 0x10");
    }

    static String device(final Word word) throws Fault {
        final String value = valueOf(word);
        if (value.isEmpty()
                || value.getBytes(StandardCharsets.UTF_8).length > DEVICE_NAME_LIMIT_BYTES) {
            throw invalid(word, "the name of a network interface");
        }
        return value;
    }

    /** Returns what stands after the equals sign. */
    static String valueOf(final Word word) {
        return word.text().substring(word.text().indexOf('=') + 1);
    }

    private static Fault invalid(final Word word, final String expected) {
        final String name = word.text().substring(0, word.text().indexOf('='));
        return Fault.of("invalid " + name + " \"" + word.text() + "\"", word)
                .hint("expected " + expected);
    }
}
