package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

class OpenReportTest {
    private static final ListenAddress ADDRESS = ListenAddress.parseInet("127.0.0.1:80");

    @Test
    void shardsThatAgreeShareALine() {
        final OpenReport report =
                new OpenReport(
                        ADDRESS,
                        List.of(backlog(0, 7), backlog(1, 7), tos(0, 16), tos(1, 8)),
                        List.of("is shared with pid 1 (init)"));
        assertThat(report.lines())
                .containsExactly(
                        "127.0.0.1:80 backlog asked 7, effective 7",
                        "127.0.0.1:80 (shard 0) tos asked 16, effective 16",
                        "127.0.0.1:80 (shard 1) tos asked 16, effective 8 (not in force: undone)",
                        "127.0.0.1:80 is shared with pid 1 (init)");
        assertThat(report.refused()).containsExactly(tos(1, 8));
        assertThat(report.adjusted()).isEmpty();
        assertThat(report.of(Option.BACKLOG)).hasSize(2);
    }

    @Test
    void valuesHaveTheirUnits() {
        assertThat(new OptionValue.Flag(true)).hasToString("on");
        assertThat(new OptionValue.Size(4_096)).hasToString("4096 B");
        assertThat(new OptionValue.Rate(1_000)).hasToString("1000 B/s");
        assertThat(OptionValue.Rate.UNLIMITED).hasToString("unlimited");
        assertThat(new OptionValue.Time(Duration.ofSeconds(2))).hasToString("2 s");
        assertThat(new OptionValue.Time(Duration.ofMillis(1_500))).hasToString("1500 ms");
        assertThat(new OptionValue.Time(Duration.ofNanos(50_000))).hasToString("50 us");
        assertThat(new OptionValue.Text("")).hasToString("none");
        assertThat(new OptionValue.Cpus(List.of(0, 2))).hasToString("0,2");
        assertThat(OptionValue.KeepAlive.of(60, 10, 3)).hasToString("60:10:3");
        assertThat(OptionValue.KeepAlive.of(false)).hasToString("off");
        assertThat(
                        new OptionValue.KeepAlive(
                                true,
                                OptionalInt.of(1_800),
                                OptionalInt.empty(),
                                OptionalInt.of(10)))
                .hasToString("1800::10");
    }

    private static OptionReport backlog(final int shard, final long limit) {
        return new OptionReport(
                Option.BACKLOG,
                shard,
                Optional.of(new OptionValue.Count(7)),
                Optional.of(new OptionValue.Count(limit)),
                OptionReport.Status.EXACT,
                "");
    }

    private static OptionReport tos(final int shard, final long effective) {
        final boolean inForce = effective == 16;
        return new OptionReport(
                Option.TOS,
                shard,
                Optional.of(new OptionValue.Count(16)),
                Optional.of(new OptionValue.Count(effective)),
                inForce ? OptionReport.Status.EXACT : OptionReport.Status.REFUSED,
                inForce ? "" : "not in force: undone");
    }
}
