package dev.harken.bench.report;

import java.util.Locale;

/** Figures for people: three significant digits and a unit. */
final class Units {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double KIBI = 1024;

    private Units() {}

    /** {@code 12.3 µs}, {@code 1.23 ms}, {@code 12.3 s}. */
    static String time(final double nanos) {
        if (nanos < NANOS_PER_MILLI) {
            return digits(nanos / NANOS_PER_MICRO) + " µs";
        }
        return nanos < NANOS_PER_SECOND
                ? digits(nanos / NANOS_PER_MILLI) + " ms"
                : digits(nanos / NANOS_PER_SECOND) + " s";
    }

    /** {@code 12.3 KiB}. */
    static String bytes(final double count) {
        double rest = count;
        for (final String unit : new String[] {"B", "KiB", "MiB", "GiB"}) {
            if (rest < KIBI) {
                return (unit.equals("B") ? count((long) rest) : digits(rest)) + " " + unit;
            }
            rest /= KIBI;
        }
        return digits(rest) + " TiB";
    }

    /** {@code 1,234,567}. */
    static String count(final long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** {@code 1,234.5}; whole numbers from 10,000 on. */
    static String rate(final double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10_000 ? "%,.1f" : "%,.0f", perSecond);
    }

    /** {@code 99.9%}. */
    static String percent(final double share) {
        return String.format(Locale.ROOT, "%.1f%%", share * 100);
    }

    private static String digits(final double value) {
        if (value >= 100) {
            return String.format(Locale.ROOT, "%.0f", value);
        }
        return String.format(Locale.ROOT, value >= 10 ? "%.1f" : "%.2f", value);
    }
}
