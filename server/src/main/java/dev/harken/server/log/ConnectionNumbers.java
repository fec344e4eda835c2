package dev.harken.server.log;

import java.util.concurrent.atomic.AtomicLong;

/** Numbers for connections and sessions, by which log lines belong together. Any thread. */
public final class ConnectionNumbers {
    private static final AtomicLong LAST = new AtomicLong();

    private ConnectionNumbers() {}

    /** Returns a number that none had before; 1 is the first. */
    public static long next() {
        return LAST.incrementAndGet();
    }
}
