package dev.harken.bench.load;

import java.time.Duration;

/**
 * What happened in one interval of a run, usually a second.
 *
 * @param from since the start of the measured part; negative while warming up
 * @param length of the interval
 * @param answered replies, those of the warm-up included
 * @param errors of all classes
 * @param latency from the planned send in an open loop, from the actual one in a closed loop
 */
public record Sample(
        Duration from, Duration length, long answered, long errors, LatencySummary latency) {

    private static final double NANOS_PER_SECOND = 1e9;

    /** Replies per second. */
    public double rate() {
        return length.isZero() ? 0 : answered * NANOS_PER_SECOND / length.toNanos();
    }

    /** Whether the interval belongs to the warm-up. */
    public boolean isWarmup() {
        return from.isNegative();
    }
}
