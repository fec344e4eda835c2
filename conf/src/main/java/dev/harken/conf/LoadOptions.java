package dev.harken.conf;

import java.nio.file.Path;
import java.util.Objects;

/**
 * What the command line contributes to a configuration.
 *
 * @param prefix directory that relative paths other than those of {@code include} and certificates
 *     start from ({@code -p}); a relative file name given to the loader starts here, too
 * @param globalDirectives text of {@code -g}, read in the main context before the file; may be
 *     empty
 * @param errorLog the error log where the configuration names none ({@code -e})
 */
public record LoadOptions(Path prefix, String globalDirectives, LogTarget errorLog) {

    /** Checks that no component is missing and makes the prefix absolute. */
    public LoadOptions {
        Objects.requireNonNull(globalDirectives, "globalDirectives");
        Objects.requireNonNull(errorLog, "errorLog");
        prefix = prefix.toAbsolutePath().normalize();
    }

    /** Returns options with no global directives and the error log on standard error. */
    public static LoadOptions prefix(final Path prefix) {
        return new LoadOptions(prefix, "", new LogTarget.Stderr());
    }

    /** Returns a copy with the text of {@code -g}. */
    public LoadOptions withGlobalDirectives(final String directives) {
        return new LoadOptions(prefix, directives, errorLog);
    }

    /** Returns a copy with the error log of {@code -e}. */
    public LoadOptions withErrorLog(final LogTarget target) {
        return new LoadOptions(prefix, globalDirectives, target);
    }
}
