package dev.harken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class TallyTest {

    private static final int COUNT = 100_000;

    @Test
    void percentilesOfAKnownDistributionAreWithinOneInAThousand() {
        final Tally tally = new Tally();
        for (int number = 1; number <= COUNT; number++) {
            tally.record(Measure.LATENCY, number * 1_000L);
        }

        final LatencySummary summary = LatencySummary.of(tally.histogram(Measure.LATENCY));

        assertThat(summary.count()).isEqualTo(COUNT);
        for (final double percentile : LatencySummary.PERCENTILES) {
            assertThat((double) summary.percentile(percentile))
                    .isCloseTo(percentile / 100 * COUNT * 1_000, Percentage.withPercentage(0.1));
        }
        assertThat(summary.mean()).isCloseTo(50_000_500, Percentage.withPercentage(0.1));
        assertThat(summary.deviation())
                .isCloseTo(COUNT * 1_000 / Math.sqrt(12), Percentage.withPercentage(0.1));
        assertThat(summary.most() / 1e8).isCloseTo(1, within(0.001));
    }

    @Test
    void theTalliesOfTwoThreadsAddUp() {
        final Tally even = new Tally();
        final Tally odd = new Tally();
        final Tally all = new Tally();
        for (int number = 0; number < COUNT; number++) {
            final long nanos = 1_000_000L + number * 37L;
            (number % 2 == 0 ? even : odd).record(Measure.SERVICE, nanos);
            all.record(Measure.SERVICE, nanos);
        }
        even.error(ErrorClass.RESET);
        odd.error(ErrorClass.RESET);
        odd.status(404);
        odd.example(ErrorClass.RESET, "why");

        even.add(odd);

        assertThat(even.histogram(Measure.SERVICE)).isEqualTo(all.histogram(Measure.SERVICE));
        assertThat(even.errors(ErrorClass.RESET)).isEqualTo(2);
        assertThat(even.errors()).isEqualTo(2);
        assertThat(even.statuses(404)).isEqualTo(1);
        assertThat(even.example(ErrorClass.RESET)).isEqualTo("why");
    }

    @Test
    void aTallyThatIsUsedAgainIsEmpty() {
        final Tally tally = new Tally();
        tally.answered = 3;
        tally.error(ErrorClass.TLS);
        tally.example(ErrorClass.TLS, "why");
        tally.record(Measure.CONNECT, 5);

        tally.reset();

        assertThat(tally.answered).isZero();
        assertThat(tally.errors()).isZero();
        assertThat(tally.example(ErrorClass.TLS)).isNull();
        assertThat(LatencySummary.of(tally.histogram(Measure.CONNECT)).count()).isZero();
    }

    @Test
    void whatIsLongerThanAnHourCountsAsAnHour() {
        final Tally tally = new Tally();
        tally.record(Measure.LATENCY, 2 * Tally.LONGEST_NANOS);
        tally.record(Measure.LATENCY, -1);

        assertThat(tally.histogram(Measure.LATENCY).getTotalCount()).isEqualTo(2);
        assertThat(tally.histogram(Measure.LATENCY).getMaxValue())
                .isGreaterThanOrEqualTo(Tally.LONGEST_NANOS);
    }
}
