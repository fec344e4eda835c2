package dev.harken.bench.load;

/** One request from the time it is begun until it is over; used again after. Loop thread only. */
final class Call {

    private static final long NEVER = Long.MIN_VALUE;

    long plannedNanos;
    long begunNanos;
    long sentNanos = NEVER;
    long firstByteNanos = NEVER;
    boolean measured;
    boolean active;

    void begin(final long planned, final long now, final boolean counts) {
        plannedNanos = planned;
        begunNanos = now;
        sentNanos = NEVER;
        firstByteNanos = NEVER;
        measured = counts;
        active = true;
    }

    void sent(final long now) {
        sentNanos = now;
    }

    /** Marks the first byte of the reply; does nothing after that. */
    void replyBegins() {
        if (firstByteNanos == NEVER) {
            firstByteNanos = System.nanoTime();
        }
    }

    boolean isSent() {
        return sentNanos != NEVER;
    }

    boolean hasReplyBegun() {
        return firstByteNanos != NEVER;
    }
}
