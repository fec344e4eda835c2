package dev.harken.bench.load;

import org.HdrHistogram.Histogram;

/** Is told every second how a run goes; on the thread that awaits it. */
@FunctionalInterface
public interface LoadObserver {

    /** Nobody looks. */
    LoadObserver NONE = _ -> {};

    /** Called after each interval. */
    void interval(Interval interval);

    /**
     * One interval.
     *
     * @param sample its figures
     * @param totalAnswered replies since the start, warm-up included
     * @param totalErrors errors of the measured part so far
     * @param corrected latencies from the planned send; empty in a closed loop and while warming
     *     up. Valid during the call
     * @param uncorrected latencies from the actual send; as above
     */
    record Interval(
            Sample sample,
            long totalAnswered,
            long totalErrors,
            Histogram corrected,
            Histogram uncorrected) {}
}
