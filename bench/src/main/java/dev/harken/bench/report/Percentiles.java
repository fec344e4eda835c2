package dev.harken.bench.report;

/** Names of percentiles. */
final class Percentiles {

    private Percentiles() {}

    /** {@code p50}, {@code p99.9}. */
    static String label(final double percentile) {
        return percentile == Math.rint(percentile) ? "p" + (long) percentile : "p" + percentile;
    }
}
