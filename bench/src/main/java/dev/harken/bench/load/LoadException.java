package dev.harken.bench.load;

import java.io.IOException;
import java.io.Serial;

/** A load that can't be started; the message says what is in the way and what to do. */
public final class LoadException extends IOException {

    @Serial private static final long serialVersionUID = 1L;

    LoadException(final String message) {
        super(message);
    }

    LoadException(final String message, final Throwable cause) {
        super(message, cause);
    }
}
