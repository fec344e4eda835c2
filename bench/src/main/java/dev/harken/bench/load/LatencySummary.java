package dev.harken.bench.load;

import org.HdrHistogram.Histogram;

import java.util.List;

/**
 * The figures of a distribution, in nanoseconds; within 0.1% of what was measured.
 *
 * @param count of what was measured; the other figures are 0 when there is none
 * @param percentiles the values of {@link #PERCENTILES}, in that order
 */
public record LatencySummary(
        long count, double mean, double deviation, long least, List<Long> percentiles, long most) {

    /** The percentiles that are told. */
    public static final List<Double> PERCENTILES = List.of(50.0, 75.0, 90.0, 99.0, 99.9, 99.99);

    /** Copies the list. */
    public LatencySummary {
        percentiles = List.copyOf(percentiles);
    }

    /** Reads the figures of a histogram. */
    public static LatencySummary of(final Histogram histogram) {
        if (histogram.getTotalCount() == 0) {
            return new LatencySummary(0, 0, 0, 0, PERCENTILES.stream().map(_ -> 0L).toList(), 0);
        }
        return new LatencySummary(
                histogram.getTotalCount(),
                histogram.getMean(),
                histogram.getStdDeviation(),
                histogram.getMinValue(),
                PERCENTILES.stream().map(histogram::getValueAtPercentile).toList(),
                histogram.getMaxValue());
    }

    /**
     * One of {@link #PERCENTILES}.
     *
     * @throws IllegalArgumentException if it is none of them
     */
    public long percentile(final double percentile) {
        final int index = PERCENTILES.indexOf(percentile);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "percentile: " + percentile + " (expected: one of " + PERCENTILES + ")");
        }
        return percentiles.get(index);
    }
}
