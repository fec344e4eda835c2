package dev.harken.bench.report;

import dev.harken.bench.load.ErrorClass;
import dev.harken.bench.load.LatencySummary;
import dev.harken.bench.load.LoadPlan;
import dev.harken.bench.load.LoadResult;
import dev.harken.bench.load.Measure;
import dev.harken.bench.load.OwnCost;
import dev.harken.bench.load.Pace;
import dev.harken.bench.load.Target;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** A result for people, at most 88 columns wide unless a URL is long. */
public final class TextReport {

    private static final String COLUMNS = "  %-14s%8s%8s%8s%8s%8s%8s%8s%8s%8s%n";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BUSY = 0.9;

    private TextReport() {}

    /** Returns the report, ending in a line feed. */
    public static String of(final LoadResult result) {
        final StringBuilder text = new StringBuilder(2048);
        plan(text, result);
        rates(text, result);
        latencies(text, result);
        errors(text, result);
        cost(text, result);
        verdict(text, result);
        return text.toString();
    }

    private static void plan(final StringBuilder text, final LoadResult result) {
        final LoadPlan plan = result.plan();
        plan.targets().forEach(target -> text.append(target).append('\n'));
        final StringJoiner parts = new StringJoiner(", ", "  ", "\n");
        parts.add(
                switch (plan.pace()) {
                    case Pace.Open(final double rate) ->
                            "open loop at " + Units.rate(rate) + unit(plan);
                    case Pace.Closed() -> "closed loop";
                });
        parts.add(amount(plan.connections(), "connection"));
        if (plan.streams() > 1) {
            parts.add(plan.streams() + " streams each");
        }
        parts.add(amount(plan.threads(), "thread"));
        parts.add(protocol(plan));
        parts.add(result.transport().transport().name().toLowerCase(Locale.ROOT));
        text.append(parts);
        text.append("  measured for ").append(seconds(result.elapsed()));
        if (!plan.warmup().isZero()) {
            text.append(" after a warm-up of ").append(seconds(plan.warmup()));
        }
        text.append(result.interrupted() ? ", interrupted\n\n" : "\n\n");
    }

    private static void rates(final StringBuilder text, final LoadResult result) {
        final LoadResult.Counts counts = result.counts();
        final String unit = unit(result.plan());
        result.requestedRate().ifPresent(rate -> line(text, "requested", Units.rate(rate) + unit));
        line(
                text,
                "achieved",
                Units.rate(result.achievedRate())
                        + unit
                        + (result.requestedRate().isPresent()
                                ? "  (" + Units.percent(result.achievedShare()) + ")"
                                : ""));
        line(
                text,
                "requests",
                Units.count(counts.sent())
                        + " sent, "
                        + Units.count(counts.answered())
                        + " answered, "
                        + Units.count(counts.failed())
                        + " failed"
                        + some(counts.unfinished(), " given up")
                        + some(counts.unsent(), " never sent"));
        line(
                text,
                "received",
                Units.bytes((double) counts.bytes())
                        + " over "
                        + amount(counts.connections(), "connection"));
        if (!result.statuses().isEmpty()) {
            line(
                    text,
                    "statuses",
                    result.statuses().entrySet().stream()
                            .map(entry -> entry.getKey() + ": " + Units.count(entry.getValue()))
                            .collect(Collectors.joining(", ")));
        }
        text.append('\n');
    }

    private static void latencies(final StringBuilder text, final LoadResult result) {
        text.append(
                String.format(
                        Locale.ROOT,
                        COLUMNS,
                        "",
                        "p50",
                        "p75",
                        "p90",
                        "p99",
                        "p99.9",
                        "p99.99",
                        "max",
                        "mean",
                        "stddev"));
        final List<Measure> shown = new ArrayList<>();
        for (final Measure measure : Measure.values()) {
            final LatencySummary summary = result.summary(measure);
            if (summary.count() > 0) {
                shown.add(measure);
                text.append(row(measure, summary));
            }
        }
        text.append('\n');
        for (final Measure measure : shown) {
            line(text, measure.title(), measure.meaning());
        }
        text.append('\n');
    }

    private static String row(final Measure measure, final LatencySummary summary) {
        final List<Object> cells = new ArrayList<>();
        cells.add(measure.title());
        summary.percentiles().forEach(nanos -> cells.add(Units.time(nanos)));
        cells.add(Units.time((double) summary.most()));
        cells.add(Units.time(summary.mean()));
        cells.add(Units.time(summary.deviation()));
        return String.format(Locale.ROOT, COLUMNS, cells.toArray());
    }

    private static void errors(final StringBuilder text, final LoadResult result) {
        if (result.errors().isEmpty()) {
            line(text, "errors", "none");
            return;
        }
        line(text, "errors", Units.count(result.errorCount()));
        for (final Map.Entry<ErrorClass, Long> entry : result.errors().entrySet()) {
            final String example = result.examples().getOrDefault(entry.getKey(), "");
            line(
                    text,
                    "  " + entry.getKey().label(),
                    Units.count(entry.getValue()) + (example.isEmpty() ? "" : "  " + example));
        }
    }

    private static void cost(final StringBuilder text, final LoadResult result) {
        if (result.ownCost().isEmpty() || result.counts().answered() == 0) {
            return;
        }
        final OwnCost cost = result.ownCost().get();
        line(
                text,
                "own cost",
                Units.time((double) cost.cpuNanos() / result.counts().answered())
                        + " CPU per request, busiest thread "
                        + Units.percent(cost.busiest()));
        if (cost.busiest() > BUSY && result.requestedRate().isPresent()) {
            line(text, "", "the load generator may be the limit: use more threads (-t)");
        }
    }

    private static void verdict(final StringBuilder text, final LoadResult result) {
        if (result.counts().answered() == 0) {
            text.append("\nNothing was answered.\n");
        } else if (!result.isValid()) {
            text.append("\nInvalid: ")
                    .append(Units.percent(result.achievedShare()))
                    .append(" of the requested rate was achieved (at least 99% expected).\n")
                    .append("The latencies are those of a lower load than the one asked for.\n");
        } else if (result.requestedRate().isEmpty()) {
            text.append("\nA closed loop asks a slow server less: what a stall would have done to")
                    .append("\nrequests not sent doesn't show. Use -R for latencies.\n");
        }
    }

    private static String protocol(final LoadPlan plan) {
        final String keep = plan.keepAlive() ? "" : ", one request per connection";
        if (plan.targets().stream().allMatch(TextReport::isEcho)) {
            return "echo of " + plan.echoBytes() + " bytes" + keep;
        }
        return plan.version() + keep;
    }

    private static boolean isEcho(final Target target) {
        return target.scheme() == Target.Scheme.TCP;
    }

    private static String unit(final LoadPlan plan) {
        return plan.keepAlive() ? " requests/s" : " connections/s";
    }

    private static String amount(final long count, final String what) {
        return Units.count(count) + " " + what + (count == 1 ? "" : "s");
    }

    private static String some(final long count, final String what) {
        return count == 0 ? "" : ", " + Units.count(count) + what;
    }

    private static String seconds(final Duration time) {
        return Units.time(time.toSeconds() * NANOS_PER_SECOND + time.toNanosPart());
    }

    private static void line(final StringBuilder text, final String name, final String value) {
        text.append(String.format(Locale.ROOT, "  %-14s%s%n", name, value));
    }
}
