package dev.harken.cli;

import java.io.Serial;

/** A command line that makes no sense; the message says which part, in nginx's words. */
final class UsageException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    UsageException(final String message) {
        super(message);
    }
}
