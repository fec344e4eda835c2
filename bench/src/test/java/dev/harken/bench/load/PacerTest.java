package dev.harken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

class PacerTest {

    private static final long START = 1_000;
    private static final long SECOND = 1_000_000_000;

    @Test
    void theLanesTogetherSendAtEvenDistances() {
        final LoadPlan plan = plan().pace(Pace.open(1000)).duration(Duration.ofSeconds(1)).build();
        final List<Long> due = new ArrayList<>();
        for (int lane = 0; lane < 3; lane++) {
            final Pacer pacer = new Pacer(plan, START, lane, 3);
            while (pacer.isDue(START + SECOND)) {
                due.add(pacer.take(START + SECOND));
            }
            assertThat(pacer.unsent()).isZero();
        }
        due.sort(null);
        assertThat(due).hasSize(1000);
        for (int index = 0; index < due.size(); index++) {
            assertThat(due.get(index)).isEqualTo(START + index * 1_000_000L);
        }
    }

    @Test
    void nothingIsDueBeforeItsTime() {
        final LoadPlan plan = plan().pace(Pace.open(10)).duration(Duration.ofSeconds(1)).build();
        final Pacer pacer = new Pacer(plan, START, 1, 2);

        assertThat(pacer.dueNanos()).isEqualTo(START + SECOND / 10);
        assertThat(pacer.isDue(START + SECOND / 10 - 1)).isFalse();
        assertThat(pacer.isDue(START + SECOND / 10)).isTrue();
    }

    @Test
    void aCountIsDividedWithoutLoss() {
        final LoadPlan plan = plan().requests(10).build();
        long taken = 0;
        for (int lane = 0; lane < 3; lane++) {
            final Pacer pacer = new Pacer(plan, START, lane, 3);
            while (pacer.isDue(START)) {
                assertThat(pacer.take(START)).isEqualTo(START);
                taken++;
            }
            assertThat(pacer.isExhausted(START)).isTrue();
        }
        assertThat(taken).isEqualTo(10);
    }

    @Test
    void whatWasDueAndNotSentIsKnown() {
        final LoadPlan plan = plan().pace(Pace.open(100)).duration(Duration.ofSeconds(2)).build();
        final Pacer pacer = new Pacer(plan, START, 0, 1);
        for (int count = 0; count < 50; count++) {
            pacer.take(START + SECOND);
        }
        assertThat(pacer.unsent()).isEqualTo(150);

        pacer.stop(START + SECOND);

        assertThat(pacer.unsent()).isEqualTo(50);
        assertThat(pacer.isExhausted(START + SECOND)).isTrue();
    }

    @Test
    void aLateTimerLosesNothingThatWasDueBeforeTheEnd() {
        final LoadPlan plan = plan().pace(Pace.open(100)).duration(Duration.ofSeconds(1)).build();
        final Pacer pacer = new Pacer(plan, START, 0, 1);

        assertThat(pacer.isDue(START + SECOND + SECOND / 2)).isTrue();
        assertThat(pacer.isDue(START + 2 * SECOND)).isFalse();
    }

    @Test
    void whatIsDueInTheWarmupIsNotMeasured() {
        final LoadPlan plan =
                plan().pace(Pace.open(100))
                        .warmup(Duration.ofSeconds(1))
                        .duration(Duration.ofSeconds(1))
                        .build();
        final Pacer pacer = new Pacer(plan, START, 0, 1);

        assertThat(pacer.isMeasured(START + SECOND - 1)).isFalse();
        assertThat(pacer.isMeasured(START + SECOND)).isTrue();
        assertThat(pacer.isExhausted(START + SECOND)).isFalse();
    }

    private static LoadPlan.Builder plan() {
        return LoadPlan.builder("http://127.0.0.1/");
    }
}
