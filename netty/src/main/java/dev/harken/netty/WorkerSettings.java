package dev.harken.netty;

/**
 * How workers are made.
 *
 * @param count worker threads, ≥ 1
 * @param connectionLimit most connections of one worker, ≥ 1
 * @param receiveRing on io_uring only
 */
record WorkerSettings(
        int count,
        Affinity affinity,
        TransportPreference preference,
        int connectionLimit,
        ReceiveRing receiveRing) {

    private static final int MOST_WORKERS = 1024;

    WorkerSettings {
        if (count < 1 || count > MOST_WORKERS) {
            throw new IllegalArgumentException(
                    "count: " + count + " (expected: 1 to " + MOST_WORKERS + ")");
        }
        if (connectionLimit < 1) {
            throw new IllegalArgumentException(
                    "connectionLimit: " + connectionLimit + " (expected: ≥ 1)");
        }
    }
}
