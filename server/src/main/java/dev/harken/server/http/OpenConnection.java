package dev.harken.server.http;

/** What a worker does to its open connections, whatever protocol they speak. Worker thread only. */
interface OpenConnection {
    /** The connection's deadline has passed: it must set a new one or close. */
    void deadlinePassed();

    /** Finish what is in progress and close; close at once when idle. */
    void drain();
}
