package dev.harken.cli;

import java.util.Arrays;
import java.util.Optional;

/** The {@code harken} command. */
public final class Main {
    private Main() {}

    /** Runs one command and ends the process with its exit status. */
    public static void main(final String[] args) {
        System.exit(run(args));
    }

    static int run(final String... args) {
        // The server's start-up time counts: picocli comes in only for help, long options, errors.
        if (args.length > 0 && args[0].equals("serve")) {
            final Optional<ServeOptions> options =
                    shortOptions(Arrays.copyOfRange(args, 1, args.length));
            if (options.isPresent()) {
                return ServerCommand.serve(options.get()).run();
            }
        }
        return HarkenCommand.commandLine().execute(args);
    }

    /** Reads a command line of single letters; empty when picocli has to explain or decide. */
    static Optional<ServeOptions> shortOptions(final String... words) {
        for (final String word : words) {
            if (word.startsWith("--")) {
                return Optional.empty();
            }
        }
        try {
            return Optional.of(NginxArguments.parse(words))
                    .filter(options -> options.show() != ServeOptions.Show.HELP);
        } catch (final UsageException _) {
            return Optional.empty();
        }
    }
}
