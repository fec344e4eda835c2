package dev.harken.server;

import java.io.IOException;

/** A configuration could not be taken over; the old one keeps running. The message says why. */
public final class ReloadException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message of one or more lines. */
    public ReloadException(final String message) {
        super(message);
    }

    /** Makes an exception with a message of one or more lines and what caused it. */
    public ReloadException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
