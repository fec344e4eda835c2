package dev.harken.bench.load;

import dev.harken.netty.TransportChoice;

import org.HdrHistogram.Histogram;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a load has measured. Immutable, but for the histograms, which are the reader's.
 *
 * <p>A request counts when it was due in the measured part, or, in a closed loop, sent in it; its
 * reply counts with it, also when it comes after the end.
 *
 * @param transport of the load threads and why it is that one
 * @param startedAt when the measured part began
 * @param elapsed length of the measured part
 * @param interrupted whether it was stopped before its time
 * @param counts requests, bytes and connections
 * @param errors by class; classes without an error are not in it
 * @param examples what the operating system or the protocol said the first time, by class
 * @param statuses replies by HTTP status; empty for TCP targets
 * @param histograms in nanoseconds; a measure that does not apply has no values
 * @param samples one per second, the first ten hours of them
 * @param ownCost CPU time of the load threads; empty where the kernel does not tell
 */
public record LoadResult(
        LoadPlan plan,
        TransportChoice transport,
        Instant startedAt,
        Duration elapsed,
        boolean interrupted,
        Counts counts,
        Map<ErrorClass, Long> errors,
        Map<ErrorClass, String> examples,
        SortedMap<Integer, Long> statuses,
        Map<Measure, Histogram> histograms,
        List<Sample> samples,
        Optional<OwnCost> ownCost) {

    /** A run that achieves less of the requested rate is invalid. */
    public static final double LEAST_VALID_SHARE = 0.99;

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double RESOLUTION_NANOS = 1e8;

    /** Copies the collections. */
    public LoadResult {
        errors = Collections.unmodifiableMap(new EnumMap<>(errors));
        examples = Collections.unmodifiableMap(new EnumMap<>(examples));
        statuses = Collections.unmodifiableSortedMap(new TreeMap<>(statuses));
        histograms = Collections.unmodifiableMap(new EnumMap<>(histograms));
        samples = List.copyOf(samples);
    }

    /**
     * Requests, bytes and connections.
     *
     * @param sent requests begun, {@code answered + failed + unfinished}
     * @param answered complete replies, whatever their status
     * @param failed requests without a reply
     * @param unfinished requests given up because the run was stopped
     * @param unsent requests that were due and never begun, because no connection was free
     * @param warmupAnswered replies of the warm-up
     * @param warmupFailed requests of the warm-up without a reply
     * @param bytes received, of HTTP/2 those of bodies, warm-up included
     * @param connections made, those before the measured part included
     */
    public record Counts(
            long sent,
            long answered,
            long failed,
            long unfinished,
            long unsent,
            long warmupAnswered,
            long warmupFailed,
            long bytes,
            long connections) {}

    /** Requests per second that were asked for; empty in a closed loop. */
    public Optional<Double> requestedRate() {
        return plan.requestedRate();
    }

    /** Replies per second of the measured part. */
    public double achievedRate() {
        return elapsed.isZero() ? 0 : counts.answered() * NANOS_PER_SECOND / elapsed.toNanos();
    }

    /** Achieved rate as a share of the requested one; 1 in a closed loop. */
    public double achievedShare() {
        return requestedRate().map(rate -> achievedRate() / rate).orElse(1.0);
    }

    /**
     * Whether the load was what the plan asked for, so that the latencies mean something. In a
     * short run a last send that is late by less than a tenth of a second is not held against it.
     */
    public boolean isValid() {
        if (counts.answered() == 0) {
            return false;
        }
        final boolean complete = counts.unsent() == 0 && counts.failed() == 0;
        final double lateNanos = elapsed.toNanos() * (1 - achievedShare());
        return achievedShare() >= LEAST_VALID_SHARE || (complete && lateNanos < RESOLUTION_NANOS);
    }

    /** Errors of all classes. */
    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The measure to look at first: corrected in an open loop. */
    public Measure headline() {
        return requestedRate().isPresent() ? Measure.LATENCY : Measure.UNCORRECTED;
    }

    /** The figures of a measure. */
    public LatencySummary summary(final Measure measure) {
        return LatencySummary.of(histogram(measure));
    }

    /** The distribution of a measure. */
    public Histogram histogram(final Measure measure) {
        return Objects.requireNonNull(histograms.get(measure));
    }
}
