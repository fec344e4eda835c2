package dev.harken.cli;

import java.util.Optional;

/**
 * What the command line asks of the server.
 *
 * @param show what to print about the program before anything else
 * @param test whether to check the configuration and exit ({@code -t})
 * @param dump whether to print the checked configuration as well ({@code -T}, implies {@code test})
 * @param quiet whether a successful check says nothing ({@code -q})
 * @param signal what to ask of a running server ({@code -s})
 * @param file configuration file ({@code -c})
 * @param prefix where relative paths start ({@code -p})
 * @param errorLog error log until the configuration names one ({@code -e})
 * @param directives directives for the main context ({@code -g}), may be empty
 */
record ServeOptions(
        Show show,
        boolean test,
        boolean dump,
        boolean quiet,
        Optional<ControlSignal> signal,
        Optional<String> file,
        Optional<String> prefix,
        Optional<String> errorLog,
        String directives) {

    /** What to print about the program. */
    enum Show {
        /** Nothing. */
        NOTHING,
        /** The version ({@code -v}). */
        VERSION,
        /** The version and how it was built ({@code -V}). */
        BUILD,
        /** The version and the options ({@code -h}). */
        HELP
    }
}
