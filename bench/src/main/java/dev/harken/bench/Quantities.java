package dev.harken.bench;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Times and rates as people write them. */
final class Quantities {

    private static final Pattern QUANTITY = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)([a-z]*)");
    private static final double NANOS_PER_SECOND = 1e9;

    private Quantities() {}

    /** {@code 500ms}, {@code 10s}, {@code 2m}, {@code 1h}; without a unit seconds. */
    static final class Time implements ITypeConverter<Duration> {
        @Override
        public Duration convert(final String text) {
            final Matcher parts = match(text, "a time as in 500ms, 10s, 2m or 1h");
            final double seconds =
                    Double.parseDouble(parts.group(1))
                            * switch (parts.group(2)) {
                                case "us" -> 1e-6;
                                case "ms" -> 1e-3;
                                case "", "s" -> 1;
                                case "m" -> 60;
                                case "h" -> 3600;
                                default -> throw senseless(text, "the unit us, ms, s, m or h");
                            };
            return Duration.ofNanos(Math.round(seconds * NANOS_PER_SECOND));
        }
    }

    /** {@code 1000}, {@code 2.5k}, {@code 1m}. */
    static final class Rate implements ITypeConverter<Double> {
        @Override
        public Double convert(final String text) {
            final Matcher parts = match(text, "a number as in 1000 or 2.5k");
            return Double.parseDouble(parts.group(1))
                    * switch (parts.group(2)) {
                        case "" -> 1;
                        case "k" -> 1e3;
                        case "m" -> 1e6;
                        default -> throw senseless(text, "the unit k or m");
                    };
        }
    }

    private static Matcher match(final String text, final String expected) {
        final Matcher parts = QUANTITY.matcher(text.toLowerCase(Locale.ROOT));
        if (!parts.matches()) {
            throw senseless(text, expected);
        }
        return parts;
    }

    private static TypeConversionException senseless(final String text, final String expected) {
        return new TypeConversionException("'" + text + "' (expected: " + expected + ")");
    }
}
