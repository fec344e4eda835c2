package dev.harken.cli;

import dev.harken.cli.ServeOptions.Show;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

/**
 * Reads a command line by nginx's rules: single letters that may be joined ({@code -tq}), values
 * attached ({@code -cFILE}) or in the next word.
 *
 * <p>{@code harken serve} takes the same letters, so this reads its command line too, unless it
 * holds a long option: then picocli does, which costs more of the start-up time.
 */
final class NginxArguments {
    private final String[] words;

    private int next;
    private Show show = Show.NOTHING;
    private boolean test;
    private boolean dump;
    private boolean quiet;
    private @Nullable ControlSignal signal;
    private @Nullable String file;
    private @Nullable String prefix;
    private @Nullable String errorLog;
    private String directives = "";

    private NginxArguments(final String[] words) {
        this.words = words;
    }

    /**
     * Reads a command line.
     *
     * @throws UsageException with nginx's message for the first word that makes no sense
     */
    static ServeOptions parse(final String... words) throws UsageException {
        return new NginxArguments(words).parse();
    }

    private ServeOptions parse() throws UsageException {
        while (next < words.length) {
            final String word = words[next++];
            if (!word.startsWith("-")) {
                throw new UsageException("invalid option: \"" + word + "\"");
            }
            letters(word);
        }
        return new ServeOptions(
                show,
                test,
                dump,
                quiet,
                Optional.ofNullable(signal),
                Optional.ofNullable(file),
                Optional.ofNullable(prefix),
                Optional.ofNullable(errorLog),
                directives);
    }

    /** Reads the letters of one word, up to one that takes a value. */
    private void letters(final String word) throws UsageException {
        for (int i = 1; i < word.length(); i++) {
            final String rest = word.substring(i + 1);
            switch (word.charAt(i)) {
                case '?', 'h' -> show = Show.HELP;
                case 'v' -> show = show == Show.NOTHING ? Show.VERSION : show;
                case 'V' -> show = show == Show.HELP ? show : Show.BUILD;
                case 't' -> test = true;
                case 'T' -> {
                    test = true;
                    dump = true;
                }
                case 'q' -> quiet = true;
                case 'p' -> {
                    prefix = value(rest, "option \"-p\" requires directory name");
                    return;
                }
                case 'e' -> {
                    errorLog = value(rest, "option \"-e\" requires file name");
                    return;
                }
                case 'c' -> {
                    file = value(rest, "option \"-c\" requires file name");
                    return;
                }
                case 'g' -> {
                    directives = value(rest, "option \"-g\" requires parameter");
                    return;
                }
                case 's' -> {
                    signal = signal(value(rest, "option \"-s\" requires parameter"));
                    return;
                }
                default -> throw new UsageException("invalid option: \"" + word.charAt(i) + "\"");
            }
        }
    }

    private String value(final String rest, final String complaint) throws UsageException {
        if (!rest.isEmpty()) {
            return rest;
        }
        if (next == words.length) {
            throw new UsageException(complaint);
        }
        return words[next++];
    }

    private static ControlSignal signal(final String word) throws UsageException {
        return ControlSignal.of(word)
                .orElseThrow(() -> new UsageException("invalid option: \"-s " + word + "\""));
    }
}
