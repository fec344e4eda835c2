package dev.harken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.harken.testkit.Await;
import dev.harken.testkit.LeakExtension;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** What is counted and timed, against a server that knows. */
class LoadLinuxTest {

    private static final double NANOS_PER_MILLI = 1e6;

    /** A histogram of three digits may tell this share of a value. */
    private static final double LEAST = 0.999;

    @RegisterExtension private final LeakExtension leaks = new LeakExtension();

    @Test
    void countsEqualTheServersOwn() throws Exception {
        try (StallServer server = new StallServer(now -> now)) {
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder(server.url())
                                    .connections(7)
                                    .threads(2)
                                    .requests(1001)
                                    .build());

            assertThat(result.counts().answered()).isEqualTo(1001);
            assertThat(server.answered()).isEqualTo(1001);
            assertThat(server.accepted()).isEqualTo(7);
            assertThat(result.counts().connections()).isEqualTo(7);
            assertThat(result.statuses()).containsOnlyKeys(200).containsEntry(200, 1001L);
            assertThat(result.histogram(Measure.SERVICE).getTotalCount()).isEqualTo(1001);
            assertThat(result.isValid()).isTrue();
        }
    }

    @Test
    void warmupIsCountedApart() throws Exception {
        try (StallServer server = new StallServer(now -> now)) {
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder(server.url())
                                    .pace(Pace.open(200))
                                    .warmup(Duration.ofMillis(500))
                                    .duration(Duration.ofMillis(500))
                                    .build());

            assertThat(result.counts().warmupAnswered()).isEqualTo(100);
            assertThat(result.counts().answered()).isEqualTo(100);
            assertThat(server.answered()).isEqualTo(200);
        }
    }

    @Test
    void eachRequestHasAConnectionOfItsOwnWithoutKeepAlive() throws Exception {
        try (StallServer server = new StallServer(now -> now)) {
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder(server.url())
                                    .pace(Pace.open(500))
                                    .connections(100)
                                    .keepAlive(false)
                                    .requests(300)
                                    .build());

            assertThat(result.counts().answered()).isEqualTo(300);
            assertThat(server.accepted()).isEqualTo(300);
            assertThat(result.histogram(Measure.CONNECT).getTotalCount()).isEqualTo(300);
        }
    }

    /**
     * Replies after 40 ms, but each tenth after 240 ms and of those each tenth after 640 ms. No
     * value may be less than the server took; that one in twenty is late by more than the distance
     * to the next class is left to a busy machine.
     */
    @Test
    void aKnownDistributionIsReproduced() throws Exception {
        final AtomicLong number = new AtomicLong();
        final long requests = 600;
        final long noise = requests / 20;
        try (StallServer server = new StallServer(now -> now + delayNanos(number))) {
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder(server.url())
                                    .pace(Pace.open(200))
                                    .connections(64)
                                    .requests(requests)
                                    .build());

            final Histogram service = result.histogram(Measure.SERVICE);
            assertThat(service.getTotalCount()).isEqualTo(requests);
            assertThat(millis(service, 0)).isCloseTo(40, within(5.0));
            assertThat(millis(service, 50)).isBetween(40 * LEAST, 80.0);
            assertThat(millis(service, 95)).isBetween(240 * LEAST, 400.0);
            assertThat(atLeast(service, 240)).isBetween(60L, 60 + noise);
            assertThat(atLeast(service, 640)).isBetween(6L, 6 + noise);
        }
    }

    @Test
    void aLoadTheServerCantTakeIsInvalid() throws Exception {
        try (StallServer server = new StallServer(now -> now + nanos(20))) {
            final LoadResult result =
                    LoadRun.run(
                            LoadPlan.builder(server.url())
                                    .pace(Pace.open(500))
                                    .connections(2)
                                    .duration(Duration.ofSeconds(1))
                                    .build());

            assertThat(result.isValid()).isFalse();
            assertThat(result.achievedRate()).isLessThan(101);
            assertThat(result.counts().unsent()).isGreaterThan(200);
        }
    }

    @Test
    void aStoppedLoadReturnsWhatItHas() throws Exception {
        try (StallServer server = new StallServer(now -> now);
                LoadRun run =
                        LoadRun.start(
                                LoadPlan.builder(server.url())
                                        .connections(2)
                                        .duration(Duration.ofMinutes(10))
                                        .build())) {
            final CompletableFuture<LoadResult> result = new CompletableFuture<>();
            final Thread waiter =
                    Thread.ofPlatform()
                            .start(
                                    () -> {
                                        try {
                                            result.complete(run.await(LoadObserver.NONE));
                                        } catch (final InterruptedException interrupted) {
                                            result.completeExceptionally(interrupted);
                                        }
                                    });
            Await.until("some replies", () -> server.answered() > 10);

            run.stop();

            waiter.join();
            assertThat(result.join().interrupted()).isTrue();
            assertThat(result.join().counts().answered()).isGreaterThan(0);
            assertThat(result.join().elapsed()).isLessThan(Duration.ofMinutes(1));
        }
    }

    @Test
    void moreConnectionsThanDescriptorsAreRefusedWithTheLimit() {
        final LoadPlan plan =
                LoadPlan.builder("http://127.0.0.1:1/")
                        .connections(LoadPlan.MOST_CONNECTIONS)
                        .requests(1)
                        .build();
        final long most = LoadRun.mostConnections(1, Integer.MAX_VALUE);
        if (most < plan.connections()) {
            assertThatThrownBy(() -> LoadRun.start(plan))
                    .isInstanceOf(LoadException.class)
                    .hasMessageContaining("at most " + most)
                    .hasMessageContaining("ulimit -n");
        } else {
            assertThat(LoadRun.mostConnections(1, 10)).isEqualTo(10);
        }
    }

    private static long delayNanos(final AtomicLong number) {
        final long next = number.getAndIncrement();
        if (next % 100 == 55) {
            return nanos(640);
        }
        return nanos(next % 10 == 5 ? 240 : 40);
    }

    private static long atLeast(final Histogram histogram, final long millis) {
        return histogram.getCountBetweenValues(
                (long) (nanos(millis) * LEAST), histogram.getHighestTrackableValue());
    }

    private static long nanos(final long millis) {
        return Duration.ofMillis(millis).toNanos();
    }

    private static double millis(final Histogram histogram, final double percentile) {
        return histogram.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
    }
}
