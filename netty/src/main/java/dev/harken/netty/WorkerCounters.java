package dev.harken.netty;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * The counters of one worker. Only that worker writes, with opaque stores; any thread reads, with
 * opaque loads, and sees each value whole but no two at one instant.
 */
public final class WorkerCounters {

    /** Number of classes in {@link #batches()}: 1, 2, 3–4, 5–8, … connections, the last open. */
    public static final int BATCH_CLASSES = 8;

    /** Longs on each side of the values, so that two workers' values share no cache line. */
    private static final int PADDING = 16;

    private static final int METRICS = WorkerMetric.values().length;
    private static final int BATCHES = PADDING + METRICS;

    private final AtomicLongArray values = new AtomicLongArray(BATCHES + BATCH_CLASSES + PADDING);

    WorkerCounters() {}

    /** The present value of a metric. */
    public long get(final WorkerMetric metric) {
        return values.getOpaque(index(metric));
    }

    /** Connections accepted. */
    public long accepted() {
        return get(WorkerMetric.ACCEPTED);
    }

    /** Connections open now. */
    public long active() {
        return get(WorkerMetric.ACTIVE);
    }

    /** Loop turns in which a listening socket called the worker. */
    public long wakeups() {
        return get(WorkerMetric.WAKEUPS);
    }

    /** Wakeups that found no connection. */
    public long emptyWakeups() {
        return get(WorkerMetric.EMPTY_WAKEUPS);
    }

    /** Turns of the event loop. */
    public long turns() {
        return get(WorkerMetric.TURNS);
    }

    /** Failed accepts of every kind. */
    public long acceptErrors() {
        return get(WorkerMetric.ERRORS_DESCRIPTORS)
                + get(WorkerMetric.ERRORS_MEMORY)
                + get(WorkerMetric.ERRORS_ABORTED)
                + get(WorkerMetric.ERRORS_OTHER);
    }

    /**
     * How many loop turns accepted how many connections: element 0 counts turns with one
     * connection, 1 with two, 2 with 3–4, 3 with 5–8, and so on; the last all that is larger.
     */
    public long[] batches() {
        final long[] counts = new long[BATCH_CLASSES];
        for (int size = 0; size < BATCH_CLASSES; size++) {
            counts[size] = values.getOpaque(BATCHES + size);
        }
        return counts;
    }

    void increment(final WorkerMetric metric) {
        add(index(metric), 1);
    }

    void decrement(final WorkerMetric metric) {
        add(index(metric), -1);
    }

    void batch(final int connections) {
        final int size = Integer.SIZE - Integer.numberOfLeadingZeros(connections - 1);
        add(BATCHES + Math.min(size, BATCH_CLASSES - 1), 1);
    }

    private void add(final int index, final long amount) {
        values.setOpaque(index, values.getPlain(index) + amount);
    }

    /** The order of the declaration means nothing outside this object. */
    @SuppressWarnings("EnumOrdinal")
    private static int index(final WorkerMetric metric) {
        return PADDING + metric.ordinal();
    }
}
