package dev.harken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.harken.testkit.LeakExtension;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;

/**
 * A server that does nothing for S in every P. Of the requests due at even distances a share of
 * {@code (S - x) / P} waits longer than x, so that the 99th percentile is {@code S - P / 100}: the
 * computed value of these tests. A client that stops asking while it waits sees one slow reply per
 * connection and period. The rate leaves a connection 13 ms and more per request, so that a busy
 * machine keeps up.
 */
class StallLinuxTest {

    @RegisterExtension private final LeakExtension leaks = new LeakExtension();

    /** Half of the size that the full test below has. */
    @Test
    void aStallShowsInCorrectedAndHidesInUncorrectedLatency() throws Exception {
        check(Duration.ofMillis(500), Duration.ofMillis(4000), 2, 150);
    }

    /** 1 s in 10 s; half a minute, so only where it is asked for. */
    @Test
    @Timeout(120)
    @EnabledIfSystemProperty(
            named = "harken.tests.slow",
            matches = "true",
            disabledReason = "takes 30 s; -Dharken.tests.slow=true runs it")
    void aStallOfOneSecondInTenShows() throws Exception {
        check(Duration.ofSeconds(1), Duration.ofSeconds(10), 3, 100);
    }

    private static void check(
            final Duration stall, final Duration period, final int periods, final int rate)
            throws Exception {
        final double computedNanos = stall.toNanos() - period.toNanos() / 100.0;
        try (StallServer server = StallServer.stalling(stall, period)) {
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder(server.url())
                                    .pace(Pace.open(rate))
                                    .connections(2)
                                    .duration(period.multipliedBy(periods))
                                    .build());

            assertThat(result.counts().unsent()).isZero();
            assertThat(result.errors()).isEmpty();
            final Histogram corrected = result.histogram(Measure.LATENCY);
            assertThat((double) corrected.getValueAtPercentile(99))
                    .isCloseTo(computedNanos, within(computedNanos / 10));
            assertThat((double) result.histogram(Measure.UNCORRECTED).getValueAtPercentile(99))
                    .isLessThan(computedNanos / 2);
            assertThat(corrected.getTotalCount())
                    .isEqualTo((long) rate * period.toMillis() / 1000 * periods);
            assertThat(server.answered()).isEqualTo(result.counts().answered());
        }
    }
}
