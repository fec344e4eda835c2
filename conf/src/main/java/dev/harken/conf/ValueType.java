package dev.harken.conf;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A kind of value: how it is read, and how the documentation writes it.
 *
 * @param syntax what stands after the directive's name
 * @param reader reads the arguments
 * @param <T> type of the value
 */
record ValueType<T>(String syntax, ValueReader<T> reader) {
    static final ValueType<Boolean> FLAG = new ValueType<>("on | off", ValueType::flag);

    static final ValueType<Long> NUMBER =
            new ValueType<>(
                    "number",
                    arguments ->
                            Numbers.decimal(arguments.text(1))
                                    .orElseThrow(
                                            () ->
                                                    arguments.fault(
                                                            "invalid number", arguments.word(1))));

    static final ValueType<Long> SIZE =
            new ValueType<>(
                    "size",
                    arguments ->
                            Numbers.size(arguments.text(1))
                                    .orElseThrow(
                                            () ->
                                                    arguments
                                                            .fault(
                                                                    "invalid value",
                                                                    arguments.word(1))
                                                            .hint("expected bytes, or 4k, 1m")));

    static final ValueType<Long> OFFSET =
            new ValueType<>(
                    "size",
                    arguments ->
                            Numbers.offset(arguments.text(1))
                                    .orElseThrow(
                                            () ->
                                                    arguments
                                                            .fault(
                                                                    "invalid value",
                                                                    arguments.word(1))
                                                            .hint(
                                                                    "expected bytes, or 4k, 1m,"
                                                                            + " 1g")));

    static final ValueType<Duration> MILLIS =
            new ValueType<>("time", arguments -> millis(arguments, 1));

    static final ValueType<Duration> SECONDS =
            new ValueType<>("time", arguments -> seconds(arguments, 1));

    static final ValueType<String> TEXT = new ValueType<>("text", arguments -> arguments.text(1));

    static final ValueType<List<String>> TEXTS =
            new ValueType<>(
                    "text ...", arguments -> arguments.from(1).stream().map(Word::text).toList());

    /** Returns the same kind of value under another name in the documentation. */
    ValueType<T> called(final String name) {
        return new ValueType<>(name, reader);
    }

    /** Returns a value that is one of some words, compared without regard to case as in nginx. */
    static <T> ValueType<T> choice(final Map<String, T> values) {
        final String syntax = values.keySet().stream().sorted().collect(Collectors.joining(" | "));
        return new ValueType<>(
                syntax,
                arguments -> {
                    final T value = values.get(arguments.text(1).toLowerCase(Locale.ROOT));
                    if (value == null) {
                        throw Fault.of(
                                        "invalid value \"" + arguments.text(1) + "\"",
                                        arguments.word(1))
                                .hint("expected " + syntax);
                    }
                    return value;
                });
    }

    /** Reads a time with a resolution of a millisecond. */
    static Duration millis(final Arguments arguments, final int index) throws Fault {
        return Numbers.millis(arguments.text(index)).orElseThrow(() -> badTime(arguments, index));
    }

    /** Reads a time with a resolution of a second. */
    static Duration seconds(final Arguments arguments, final int index) throws Fault {
        return Numbers.seconds(arguments.text(index)).orElseThrow(() -> badTime(arguments, index));
    }

    private static Fault badTime(final Arguments arguments, final int index) {
        return arguments
                .fault("invalid value", arguments.word(index))
                .hint("expected seconds, or 500ms, 10s, 1m30s, 1h");
    }

    private static Boolean flag(final Arguments arguments) throws Fault {
        return switch (arguments.text(1).toLowerCase(Locale.ROOT)) {
            case "on" -> true;
            case "off" -> false;
            default ->
                    throw Fault.of(
                            "invalid value \""
                                    + arguments.text(1)
                                    + "\" in \""
                                    + arguments.statement().name()
                                    + "\" directive, it must be \"on\" or \"off\"",
                            arguments.word(1));
        };
    }
}
