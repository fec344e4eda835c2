package dev.harken.server.http;

import java.util.concurrent.TimeUnit;

/**
 * Limits that nginx has directives for and this configuration language has not yet: its defaults.
 */
final class HttpLimits {
    /** From the first byte of a connection or request to the end of its head. */
    static final long HEADER_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Between two reads of a request body. */
    static final long BODY_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** Between two steps of sending an answer. */
    static final long SEND_NANOS = TimeUnit.SECONDS.toNanos(60);

    /** How long a client may go on sending after it has been refused. */
    static final long LINGER_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Largest request body, {@code client_max_body_size}. */
    static final long BODY_BYTES = 1 << 20;

    private HttpLimits() {}
}
