package dev.harken.conf;

import java.util.Locale;

/** How connections of a listening address reach the workers: the {@code accept=} parameter. */
public enum AcceptMode {
    /** One socket per worker; the kernel spreads connections over them. */
    REUSEPORT,
    /** One socket; the kernel wakes one waiting worker. */
    EXCLUSIVE,
    /** One socket; only the worker that holds the accept mutex waits for it. */
    MUTEX,
    /** One socket; every waiting worker wakes. */
    HERD,
    /** One acceptor hands connections out. */
    DISPATCH;

    /** Returns the value as it is written after {@code accept=}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
