package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

final class WorkerCountersTest {

    private final WorkerCounters counters = new WorkerCounters();

    @Test
    void batchesFallIntoClassesOfPowersOfTwo() {
        for (final int size : new int[] {1, 2, 3, 4, 5, 8, 9, 64, 65, 1000}) {
            counters.batch(size);
        }
        assertThat(counters.batches()).containsExactly(1, 1, 2, 2, 1, 0, 1, 2);
    }

    @Test
    void metricsDoNotMix() {
        counters.increment(WorkerMetric.ACCEPTED);
        counters.increment(WorkerMetric.ACTIVE);
        counters.increment(WorkerMetric.ACTIVE);
        counters.decrement(WorkerMetric.ACTIVE);
        counters.batch(1);

        assertThat(counters.accepted()).isEqualTo(1);
        assertThat(counters.active()).isEqualTo(1);
        assertThat(
                        Arrays.stream(WorkerMetric.values())
                                .filter(metric -> metric != WorkerMetric.ACCEPTED)
                                .filter(metric -> metric != WorkerMetric.ACTIVE)
                                .mapToLong(counters::get))
                .containsOnly(0L);
    }

    @Test
    void metricNamesAreDistinctAndCountersEndInTotal() {
        assertThat(Arrays.stream(WorkerMetric.values()).map(WorkerMetric::metricName).distinct())
                .hasSize(WorkerMetric.values().length)
                .allMatch(name -> name.startsWith("harken_worker_"));
        assertThat(Arrays.stream(WorkerMetric.values()))
                .allMatch(
                        metric ->
                                metric.metricName().endsWith("_total")
                                        == (metric.kind() == WorkerMetric.Kind.COUNTER));
    }
}
