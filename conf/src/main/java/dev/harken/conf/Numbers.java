package dev.harken.conf;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;

/** nginx's notations for numbers, sizes and times; empty where the text is none. */
final class Numbers {
    private static final int KILO = 1024;
    private static final long MILLIS_PER_SECOND = 1000;

    private Numbers() {}

    /** Reads decimal digits and nothing else, without overflow ({@code ngx_atoi}). */
    static Optional<Long> decimal(final String text) {
        if (text.isEmpty() || !text.chars().allMatch(Numbers::isDigit)) {
            return Optional.empty();
        }
        try {
            return Optional.of(Long.parseLong(text));
        } catch (final NumberFormatException _) {
            return Optional.empty();
        }
    }

    private static boolean isDigit(final int c) {
        return c >= '0' && c <= '9';
    }

    /** Reads a number up to what an {@code int} holds. */
    static Optional<Integer> small(final String text) {
        return decimal(text).filter(value -> value <= Integer.MAX_VALUE).map(Long::intValue);
    }

    /** Reads bytes, with {@code k} or {@code m} ({@code ngx_parse_size}). */
    static Optional<Long> size(final String text) {
        return scaled(text, "km");
    }

    /** Reads bytes, with {@code k}, {@code m} or {@code g} ({@code ngx_parse_offset}). */
    static Optional<Long> offset(final String text) {
        return scaled(text, "kmg");
    }

    private static Optional<Long> scaled(final String text, final String units) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        final String last = text.substring(text.length() - 1).toLowerCase(Locale.ROOT);
        final int power = units.indexOf(last) + 1;
        if (power == 0) {
            return decimal(text);
        }
        long scale = 1;
        for (int i = 0; i < power; i++) {
            scale *= KILO;
        }
        final long factor = scale;
        return decimal(text.substring(0, text.length() - 1))
                .filter(value -> value <= Long.MAX_VALUE / factor)
                .map(value -> value * factor);
    }

    /** Reads a time to the millisecond: seconds, or a sum such as {@code 1m30s} or 500ms. */
    static Optional<Duration> millis(final String text) {
        return time(text, false).map(Duration::ofMillis);
    }

    /** Reads a time to the second; years are allowed, milliseconds are not. */
    static Optional<Duration> seconds(final String text) {
        return time(text, true).map(Duration::ofSeconds);
    }

    /** Units must come in falling order, each at most once ({@code ngx_parse_time}). */
    private static Optional<Long> time(final String text, final boolean wholeSeconds) {
        try {
            return Optional.of(new TimeScanner(text, wholeSeconds).scan());
        } catch (final ArithmeticException | NumberFormatException _) {
            return Optional.empty();
        }
    }

    /** Walks over one time; complains with NumberFormatException or ArithmeticException. */
    private static final class TimeScanner {
        private final String text;
        private final boolean wholeSeconds;
        private int offset;
        private Unit last;

        TimeScanner(final String text, final boolean wholeSeconds) {
            this.text = text;
            this.wholeSeconds = wholeSeconds;
            this.last = wholeSeconds ? Unit.START : Unit.MONTH;
        }

        long scan() {
            long total = 0;
            boolean valid = false;
            while (offset < text.length()) {
                final int start = offset;
                while (offset < text.length() && isDigit(text.charAt(offset))) {
                    offset++;
                }
                valid |= offset > start;
                final long value = offset > start ? Long.parseLong(text, start, offset, 10) : 0;
                total = Math.addExact(total, Math.multiplyExact(value, scale()));
            }
            if (!valid) {
                throw new NumberFormatException(text);
            }
            return total;
        }

        private long scale() {
            if (offset == text.length()) {
                return wholeSeconds ? 1 : MILLIS_PER_SECOND;
            }
            final Unit unit = unit();
            if (unit.compareTo(last) <= 0 || (wholeSeconds && unit == Unit.MILLI)) {
                throw new NumberFormatException(text);
            }
            last = unit;
            return wholeSeconds || unit == Unit.MILLI
                    ? unit.scale
                    : Math.multiplyExact(unit.scale, MILLIS_PER_SECOND);
        }

        private Unit unit() {
            final char c = text.charAt(offset++);
            final Unit unit =
                    switch (c) {
                        case 'y' -> Unit.YEAR;
                        case 'M' -> Unit.MONTH;
                        case 'w' -> Unit.WEEK;
                        case 'd' -> Unit.DAY;
                        case 'h' -> Unit.HOUR;
                        case 'm' -> minuteOrMilli();
                        case 's' -> Unit.SECOND;
                        case ' ' -> Unit.REST;
                        default -> throw new NumberFormatException(text);
                    };
            while (offset < text.length() && text.charAt(offset) == ' ') {
                offset++;
            }
            return unit;
        }

        private Unit minuteOrMilli() {
            if (offset < text.length() && text.charAt(offset) == 's') {
                offset++;
                return Unit.MILLI;
            }
            return Unit.MINUTE;
        }

        /** Units in the order in which they may follow each other, in seconds but for the last. */
        private enum Unit {
            START(0),
            YEAR(365L * 24 * 3600),
            MONTH(30L * 24 * 3600),
            WEEK(7L * 24 * 3600),
            DAY(24L * 3600),
            HOUR(3600),
            MINUTE(60),
            SECOND(1),
            REST(1),
            MILLI(1);

            private final long scale;

            Unit(final long scale) {
                this.scale = scale;
            }
        }
    }
}
