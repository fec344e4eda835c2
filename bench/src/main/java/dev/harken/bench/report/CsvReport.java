package dev.harken.bench.report;

import dev.harken.bench.load.ErrorClass;
import dev.harken.bench.load.LatencySummary;
import dev.harken.bench.load.LoadResult;
import dev.harken.bench.load.Measure;
import dev.harken.bench.load.Target;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** A result as one row under a row of names, RFC 4180. Times are in microseconds. */
public final class CsvReport {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final double NANOS_PER_SECOND = 1e9;

    private CsvReport() {}

    /** Returns both rows, each ending in a line feed. */
    public static String of(final LoadResult result) {
        final Map<String, String> cells = new LinkedHashMap<>();
        plan(cells, result);
        counts(cells, result);
        for (final ErrorClass error : ErrorClass.values()) {
            cells.put(
                    "errors_" + error.label(),
                    Long.toString(result.errors().getOrDefault(error, 0L)));
        }
        for (final Measure measure : Measure.values()) {
            times(cells, measure.label(), result.summary(measure));
        }
        return row(cells.keySet()) + row(cells.values());
    }

    private static void plan(final Map<String, String> cells, final LoadResult result) {
        cells.put("started_at", result.startedAt().toString());
        cells.put(
                "urls",
                result.plan().targets().stream()
                        .map(Target::toString)
                        .collect(Collectors.joining(" ")));
        cells.put("loop", result.requestedRate().isPresent() ? "open" : "closed");
        cells.put("connections", Integer.toString(result.plan().connections()));
        cells.put("threads", Integer.toString(result.plan().threads()));
        cells.put("keep_alive", Boolean.toString(result.plan().keepAlive()));
        cells.put("valid", Boolean.toString(result.isValid()));
        cells.put("elapsed_s", number(result.elapsed().toNanos() / NANOS_PER_SECOND));
        cells.put("requested_per_s", result.requestedRate().map(CsvReport::number).orElse(""));
        cells.put("achieved_per_s", number(result.achievedRate()));
    }

    private static void counts(final Map<String, String> cells, final LoadResult result) {
        final LoadResult.Counts counts = result.counts();
        cells.put("sent", Long.toString(counts.sent()));
        cells.put("answered", Long.toString(counts.answered()));
        cells.put("failed", Long.toString(counts.failed()));
        cells.put("unfinished", Long.toString(counts.unfinished()));
        cells.put("unsent", Long.toString(counts.unsent()));
        cells.put("bytes", Long.toString(counts.bytes()));
        cells.put("connections_made", Long.toString(counts.connections()));
        cells.put(
                "own_cpu_us_per_request",
                result.ownCost()
                        .filter(_ -> counts.answered() > 0)
                        .map(cost -> micros((double) cost.cpuNanos() / counts.answered()))
                        .orElse(""));
    }

    private static void times(
            final Map<String, String> cells, final String name, final LatencySummary summary) {
        final boolean any = summary.count() > 0;
        for (int index = 0; index < summary.percentiles().size(); index++) {
            cells.put(
                    name + "_" + Percentiles.label(LatencySummary.PERCENTILES.get(index)) + "_us",
                    any ? micros(summary.percentiles().get(index)) : "");
        }
        cells.put(name + "_max_us", any ? micros((double) summary.most()) : "");
        cells.put(name + "_mean_us", any ? micros(summary.mean()) : "");
        cells.put(name + "_deviation_us", any ? micros(summary.deviation()) : "");
    }

    private static String row(final Iterable<String> cells) {
        final StringJoiner row = new StringJoiner(",", "", "\n");
        for (final String cell : cells) {
            row.add(quoted(cell));
        }
        return row.toString();
    }

    private static String quoted(final String cell) {
        return cell.contains(",") || cell.contains("\"") || cell.contains("\n")
                ? '"' + cell.replace("\"", "\"\"") + '"'
                : cell;
    }

    private static String micros(final double nanos) {
        return number(nanos / NANOS_PER_MICRO);
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, "%.3f", value);
    }
}
