package dev.harken.conf;

import java.nio.file.Path;

/** Where a log goes. */
public sealed interface LogTarget {
    /**
     * A file that is appended to, and reopened on request.
     *
     * @param path absolute path
     */
    record File(Path path) implements LogTarget {}

    /** Standard error. */
    record Stderr() implements LogTarget {}
}
