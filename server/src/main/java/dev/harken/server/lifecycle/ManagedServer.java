package dev.harken.server.lifecycle;

import dev.harken.conf.LogLevel;

/** What signals can make a server do. */
public interface ManagedServer {
    /** Stops at once; any thread, also while another drains. Returns when nothing runs any more. */
    void stop();

    /**
     * Accepts no more, answers the requests under way, and stops; the calling thread waits.
     *
     * <p>{@link #stop()} on another thread cuts it short.
     */
    void drain();

    /**
     * Reads the configuration again and goes over to it; where that fails, the old one stays and
     * the log says why. The calling thread waits.
     */
    void reload();

    /** Opens the log files anew, for who has moved the old ones away. */
    void reopenLogs();

    /** Writes a line to the error log; any thread, never blocks. */
    void log(LogLevel level, String text);
}
