package dev.harken.bench.load;

/** When the next request is due. */
public sealed interface Pace {

    /**
     * At fixed times, whatever the server does: a request that had to wait for its turn is measured
     * from the time it was due, so a stall shows with all the requests it held up.
     *
     * @param perSecond requests, or connections where each request has one of its own; > 0
     */
    record Open(double perSecond) implements Pace {
        /** Checks the range. */
        public Open {
            if (!(perSecond > 0 && perSecond <= MOST_PER_SECOND)) {
                throw new IllegalArgumentException(
                        "rate: " + perSecond + " (expected: > 0, at most 10 million per second)");
            }
        }
    }

    /**
     * As soon as the connection has its reply. A server that stalls is asked less: what the
     * requests not sent would have waited doesn't show.
     */
    record Closed() implements Pace {}

    /** Most requests per second of {@link Open}. */
    double MOST_PER_SECOND = 1e7;

    /** {@link Open}. */
    static Pace open(final double perSecond) {
        return new Open(perSecond);
    }

    /** {@link Closed}. */
    static Pace closed() {
        return new Closed();
    }
}
