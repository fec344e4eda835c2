package dev.harken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.harken.testkit.LeakExtension;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * wrk and we, in turn, on a server that takes 20 ms for each request: 10 connections in a closed
 * loop are 500 requests/s for both, less what the machine adds.
 */
class WrkAgreementLinuxTest {

    private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");
    private static final Pattern MEDIAN = Pattern.compile("50% +([0-9.]+)ms");
    private static final long DELAY_NANOS = Duration.ofMillis(20).toNanos();
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NOISE = 0.15;

    @RegisterExtension private final LeakExtension leaks = new LeakExtension();

    @Test
    @EnabledIfSystemProperty(
            named = "harken.tests.slow",
            matches = "true",
            disabledReason =
                    "compares rates: only on an idle machine; -Dharken.tests.slow=true runs it")
    void rateAndMedianAgreeWithWrk() throws Exception {
        final String wrk = Require.tool("wrk").toString();
        try (StallServer server = new StallServer(now -> now + DELAY_NANOS)) {
            final String theirs =
                    Processes.run(wrk, "-t1", "-c10", "-d3s", "--latency", server.url())
                            .orFail()
                            .output();
            final LoadResult ours =
                    LoadRun.run(
                            LoadPlan.builder(server.url())
                                    .connections(10)
                                    .duration(Duration.ofSeconds(3))
                                    .build());

            final double rate = number(RATE, theirs);
            assertThat(ours.achievedRate()).isCloseTo(rate, within(rate * NOISE));
            final double median = number(MEDIAN, theirs);
            final long ourMedian = ours.histogram(Measure.UNCORRECTED).getValueAtPercentile(50);
            assertThat(ourMedian / NANOS_PER_MILLI).isCloseTo(median, within(median * NOISE));
        }
    }

    private static double number(final Pattern pattern, final String text) {
        final Matcher matcher = pattern.matcher(text);
        assertThat(matcher.find()).as(text).isTrue();
        return Double.parseDouble(matcher.group(1));
    }
}
