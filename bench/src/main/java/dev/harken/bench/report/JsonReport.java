package dev.harken.bench.report;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import dev.harken.bench.load.ErrorClass;
import dev.harken.bench.load.LatencySummary;
import dev.harken.bench.load.LoadPlan;
import dev.harken.bench.load.LoadResult;
import dev.harken.bench.load.Measure;
import dev.harken.bench.load.OwnCost;
import dev.harken.bench.load.Sample;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Locale;

/**
 * A result as JSON. {@code docs/load.schema.json} is its schema, and part of the promise: a change
 * that old readers can't cope with gets another {@code format}.
 */
public final class JsonReport {

    /** The value of {@code format}. */
    public static final String FORMAT = "harken-load-1";

    private static final double NANOS_PER_SECOND = 1e9;

    private JsonReport() {}

    /** Returns the report, ending in a line feed. */
    public static String of(final LoadResult result) {
        final StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.useDefaultPrettyPrinter();
            json.writeStartObject();
            json.writeStringField("format", FORMAT);
            json.writeStringField("startedAt", result.startedAt().toString());
            json.writeBooleanField("valid", result.isValid());
            json.writeBooleanField("interrupted", result.interrupted());
            plan(json, result.plan());
            host(json, result);
            outcome(json, result);
            latencies(json, result);
            samples(json, result);
            json.writeEndObject();
        } catch (final IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.append('\n').toString();
    }

    private static void plan(final JsonGenerator json, final LoadPlan plan) throws IOException {
        json.writeObjectFieldStart("plan");
        json.writeArrayFieldStart("urls");
        for (final var target : plan.targets()) {
            json.writeString(target.toString());
        }
        json.writeEndArray();
        json.writeStringField("loop", plan.requestedRate().isPresent() ? "open" : "closed");
        if (plan.requestedRate().isPresent()) {
            json.writeNumberField("ratePerSecond", plan.requestedRate().get());
        }
        json.writeNumberField("connections", plan.connections());
        json.writeNumberField("streams", plan.streams());
        json.writeNumberField("threads", plan.threads());
        if (plan.duration().isPresent()) {
            json.writeNumberField("durationSeconds", seconds(plan.duration().get()));
        }
        if (plan.requests().isPresent()) {
            json.writeNumberField("requests", plan.requests().getAsLong());
        }
        json.writeNumberField("warmupSeconds", seconds(plan.warmup()));
        json.writeNumberField("timeoutSeconds", seconds(plan.timeout()));
        json.writeBooleanField("keepAlive", plan.keepAlive());
        json.writeStringField("method", plan.request().method());
        json.writeNumberField("bodyBytes", plan.request().bodyBytes());
        json.writeStringField("httpVersion", plan.version().toString());
        json.writeNumberField("echoBytes", plan.echoBytes());
        json.writeEndObject();
    }

    private static void host(final JsonGenerator json, final LoadResult result) throws IOException {
        json.writeObjectFieldStart("host");
        json.writeStringField(
                "transport", result.transport().transport().name().toLowerCase(Locale.ROOT));
        json.writeStringField("kernel", System.getProperty("os.version"));
        json.writeStringField("architecture", System.getProperty("os.arch"));
        json.writeNumberField("cpus", Runtime.getRuntime().availableProcessors());
        json.writeStringField("java", Runtime.version().toString());
        json.writeEndObject();
    }

    private static void outcome(final JsonGenerator json, final LoadResult result)
            throws IOException {
        final LoadResult.Counts counts = result.counts();
        json.writeNumberField("elapsedSeconds", seconds(result.elapsed()));
        json.writeNumberField("achievedPerSecond", result.achievedRate());
        json.writeNumberField("achievedShare", result.achievedShare());
        json.writeObjectFieldStart("counts");
        json.writeNumberField("sent", counts.sent());
        json.writeNumberField("answered", counts.answered());
        json.writeNumberField("failed", counts.failed());
        json.writeNumberField("unfinished", counts.unfinished());
        json.writeNumberField("unsent", counts.unsent());
        json.writeNumberField("warmupAnswered", counts.warmupAnswered());
        json.writeNumberField("warmupFailed", counts.warmupFailed());
        json.writeNumberField("bytes", counts.bytes());
        json.writeNumberField("connections", counts.connections());
        json.writeEndObject();
        json.writeObjectFieldStart("errors");
        for (final ErrorClass error : ErrorClass.values()) {
            json.writeNumberField(error.label(), result.errors().getOrDefault(error, 0L));
        }
        json.writeEndObject();
        json.writeObjectFieldStart("statuses");
        for (final var entry : result.statuses().entrySet()) {
            json.writeNumberField(entry.getKey().toString(), entry.getValue());
        }
        json.writeEndObject();
        if (result.ownCost().isPresent()) {
            final OwnCost cost = result.ownCost().get();
            json.writeObjectFieldStart("ownCost");
            json.writeNumberField("cpuSeconds", cost.cpuNanos() / NANOS_PER_SECOND);
            json.writeNumberField("waitSeconds", cost.waitNanos() / NANOS_PER_SECOND);
            json.writeNumberField("busiestThread", cost.busiest());
            json.writeEndObject();
        }
    }

    private static void latencies(final JsonGenerator json, final LoadResult result)
            throws IOException {
        json.writeObjectFieldStart("measures");
        for (final Measure measure : Measure.values()) {
            final LatencySummary summary = result.summary(measure);
            if (summary.count() > 0) {
                json.writeObjectFieldStart(measure.label());
                summary(json, summary);
                json.writeEndObject();
            }
        }
        json.writeEndObject();
    }

    private static void summary(final JsonGenerator json, final LatencySummary summary)
            throws IOException {
        json.writeNumberField("count", summary.count());
        json.writeNumberField("meanNanos", summary.mean());
        json.writeNumberField("deviationNanos", summary.deviation());
        json.writeNumberField("minNanos", summary.least());
        json.writeNumberField("maxNanos", summary.most());
        json.writeObjectFieldStart("percentileNanos");
        for (int index = 0; index < summary.percentiles().size(); index++) {
            json.writeNumberField(
                    Percentiles.label(LatencySummary.PERCENTILES.get(index)),
                    summary.percentiles().get(index));
        }
        json.writeEndObject();
    }

    private static void samples(final JsonGenerator json, final LoadResult result)
            throws IOException {
        json.writeArrayFieldStart("samples");
        for (final Sample sample : result.samples()) {
            json.writeStartObject();
            json.writeNumberField("fromSeconds", seconds(sample.from()));
            json.writeNumberField("lengthSeconds", seconds(sample.length()));
            json.writeNumberField("answered", sample.answered());
            json.writeNumberField("errors", sample.errors());
            json.writeNumberField("p50Nanos", sample.latency().percentile(50));
            json.writeNumberField("p99Nanos", sample.latency().percentile(99));
            json.writeNumberField("maxNanos", sample.latency().most());
            json.writeEndObject();
        }
        json.writeEndArray();
    }

    private static double seconds(final Duration time) {
        return time.toSeconds() + time.toNanosPart() / NANOS_PER_SECOND;
    }
}
