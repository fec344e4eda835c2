package dev.harken.server;

import java.io.IOException;

/** The server could not start; nothing of it is left. The message says why and what to do. */
public final class StartException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message of one or more lines. */
    public StartException(final String message) {
        super(message);
    }

    /** Makes an exception with a message of one or more lines and what caused it. */
    public StartException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
