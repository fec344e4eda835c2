package dev.harken.bench.load;

/**
 * Says when the requests of one lane are due: request {@code k} of an open loop at {@code start +
 * (first + k · step) / rate}, so that the lanes together send at even distances. Loop thread only.
 */
final class Pacer {

    /** Later than any time of a run, yet far from overflow. */
    static final long FOREVER = Long.MAX_VALUE / 4;

    /**
     * How long after the end what was due before it may still be sent: a stall at the end should
     * show, and a timer be late.
     */
    private static final long SLACK_NANOS = 1_000_000_000;

    private static final double NANOS_PER_SECOND = 1e9;

    private final boolean open;
    private final double firstNanos;
    private final double stepNanos;
    private final long measureNanos;
    private final long limit;
    private final long startNanos;

    private long endNanos;
    private long cutNanos;
    private long taken;
    private long measured;

    /**
     * The times of a lane.
     *
     * @param lane number of the lane among {@code lanes}
     */
    Pacer(final LoadPlan plan, final long startNanos, final int lane, final int lanes) {
        this.startNanos = startNanos;
        this.measureNanos = startNanos + plan.warmup().toNanos();
        this.endNanos =
                plan.duration()
                        .map(duration -> measureNanos + duration.toNanos())
                        .orElse(startNanos + FOREVER);
        this.cutNanos =
                plan.pace() instanceof Pace.Open
                        ? endNanos + Math.min(SLACK_NANOS, plan.timeout().toNanos())
                        : endNanos;
        this.limit =
                plan.requests().isPresent()
                        ? share(plan.requests().getAsLong(), lane, lanes)
                        : Long.MAX_VALUE;
        switch (plan.pace()) {
            case Pace.Open(final double perSecond) -> {
                open = true;
                firstNanos = lane * NANOS_PER_SECOND / perSecond;
                stepNanos = lanes * NANOS_PER_SECOND / perSecond;
            }
            case Pace.Closed() -> {
                open = false;
                firstNanos = 0;
                stepNanos = 0;
            }
        }
    }

    boolean isOpen() {
        return open;
    }

    /** Whether a request should be begun now. */
    boolean isDue(final long now) {
        return !isExhausted(now) && dueNanos() - now <= 0;
    }

    /** Whether there are none left. */
    boolean isExhausted(final long now) {
        return measured >= limit || now - cutNanos >= 0 || (open && nextNanos() - endNanos >= 0);
    }

    /** When the next is due; in a closed loop as soon as the load starts. */
    long dueNanos() {
        return open ? nextNanos() : startNanos;
    }

    private long nextNanos() {
        return startNanos + Math.round(firstNanos + taken * stepNanos);
    }

    /** Takes the next and tells when it was due: in a closed loop now. */
    long take(final long now) {
        final long planned = open ? nextNanos() : now;
        taken++;
        if (isMeasured(planned)) {
            measured++;
        }
        return planned;
    }

    boolean isMeasured(final long planned) {
        return planned - measureNanos >= 0;
    }

    /** Ends the load before its time. */
    void stop(final long now) {
        endNanos = Math.min(endNanos, now);
        cutNanos = Math.min(cutNanos, now);
    }

    /** Requests of an open loop that were due before the end and not taken. */
    long unsent() {
        if (!open) {
            return 0;
        }
        final double due = Math.ceil((endNanos - startNanos - firstNanos) / stepNanos);
        final long late = Math.max(0, (long) due - taken);
        return Math.min(late, limit - measured);
    }

    private static long share(final long total, final int lane, final int lanes) {
        return total / lanes + (lane < total % lanes ? 1 : 0);
    }
}
