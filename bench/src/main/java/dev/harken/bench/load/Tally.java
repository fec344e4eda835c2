package dev.harken.bench.load;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

import java.util.Arrays;

/**
 * What one thread has counted in one interval, or the sum of several. Written by its thread alone;
 * handed over by a task of that thread, so nothing here is shared.
 */
@SuppressWarnings("EnumOrdinal") // the indices never leave this object
final class Tally {

    /** Longer times than this are recorded as this. */
    static final long LONGEST_NANOS = 3_600_000_000_000L;

    /** Statuses from this on are errors. */
    static final int LEAST_BAD_STATUS = 400;

    private static final long NEVER = Long.MIN_VALUE;
    private static final int SIGNIFICANT_DIGITS = 3;
    private static final int HIGHEST_STATUS = 999;

    long sent;
    long answered;
    long failed;
    long warmupAnswered;
    long warmupFailed;
    long bytes;
    long connectionsMade;
    long lastSendNanos = NEVER;
    long lastReplyNanos = NEVER;

    private final long[] errors = new long[ErrorClass.values().length];
    private final long[] statuses = new long[HIGHEST_STATUS + 1];
    private final @Nullable String[] examples = new @Nullable String[errors.length];
    private final Histogram[] histograms = new Histogram[Measure.values().length];

    Tally() {
        for (int index = 0; index < histograms.length; index++) {
            histograms[index] = new Histogram(LONGEST_NANOS, SIGNIFICANT_DIGITS);
        }
    }

    void record(final Measure measure, final long nanos) {
        histograms[measure.ordinal()].recordValue(Math.clamp(nanos, 0, LONGEST_NANOS));
    }

    void error(final ErrorClass error) {
        errors[error.ordinal()]++;
    }

    /** Keeps what was said of the first error of a class. */
    void example(final ErrorClass error, final String text) {
        if (examples[error.ordinal()] == null) {
            examples[error.ordinal()] = text;
        }
    }

    @Nullable String example(final ErrorClass error) {
        return examples[error.ordinal()];
    }

    /** When the last reply came or the last request was sent, whichever is later. */
    long lastEventNanos() {
        return Math.max(lastSendNanos, lastReplyNanos);
    }

    void status(final int status) {
        statuses[Math.clamp(status, 0, HIGHEST_STATUS)]++;
    }

    Histogram histogram(final Measure measure) {
        return histograms[measure.ordinal()];
    }

    long errors(final ErrorClass error) {
        return errors[error.ordinal()];
    }

    /** All errors, those with a reply included. */
    long errors() {
        long sum = 0;
        for (final long count : errors) {
            sum += count;
        }
        return sum;
    }

    long statuses(final int status) {
        return statuses[status];
    }

    int highestStatus() {
        return HIGHEST_STATUS;
    }

    void add(final Tally other) {
        sent += other.sent;
        answered += other.answered;
        failed += other.failed;
        warmupAnswered += other.warmupAnswered;
        warmupFailed += other.warmupFailed;
        bytes += other.bytes;
        connectionsMade += other.connectionsMade;
        lastSendNanos = Math.max(lastSendNanos, other.lastSendNanos);
        lastReplyNanos = Math.max(lastReplyNanos, other.lastReplyNanos);
        for (int index = 0; index < errors.length; index++) {
            errors[index] += other.errors[index];
            if (examples[index] == null) {
                examples[index] = other.examples[index];
            }
        }
        for (int index = 0; index < statuses.length; index++) {
            statuses[index] += other.statuses[index];
        }
        for (int index = 0; index < histograms.length; index++) {
            if (other.histograms[index].getTotalCount() > 0) {
                histograms[index].add(other.histograms[index]);
            }
        }
    }

    void reset() {
        sent = 0;
        answered = 0;
        failed = 0;
        warmupAnswered = 0;
        warmupFailed = 0;
        bytes = 0;
        connectionsMade = 0;
        lastSendNanos = NEVER;
        lastReplyNanos = NEVER;
        Arrays.fill(errors, 0);
        Arrays.fill(statuses, 0);
        Arrays.fill(examples, null);
        for (final Histogram histogram : histograms) {
            if (histogram.getTotalCount() > 0) {
                histogram.reset();
            }
        }
    }
}
