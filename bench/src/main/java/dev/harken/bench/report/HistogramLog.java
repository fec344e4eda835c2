package dev.harken.bench.report;

import dev.harken.bench.load.LoadObserver;

import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Writes the latencies of each second in the log format of HdrHistogram, which its plotter and its
 * {@code HistogramLogProcessor} read. Lines without a tag are latencies from the planned send, or
 * from the actual one in a closed loop; in an open loop the lines tagged {@code uncorrected} are
 * those from the actual send. On the thread that awaits the run.
 */
public final class HistogramLog implements LoadObserver, AutoCloseable {

    private static final double NANOS_PER_MILLI = 1e6;
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final String UNCORRECTED = "uncorrected";

    private final PrintStream stream;
    private final HistogramLogWriter writer;
    private final boolean open;

    private boolean begun;
    private long startMillis;

    /**
     * A log.
     *
     * @param file is made, or made empty
     * @param open whether the run is an open loop
     * @throws IOException if it can't be written
     */
    public HistogramLog(final Path file, final boolean open) throws IOException {
        this.stream =
                new PrintStream(Files.newOutputStream(file), false, StandardCharsets.US_ASCII);
        this.writer = new HistogramLogWriter(stream);
        this.open = open;
    }

    @Override
    public void interval(final Interval interval) {
        if (interval.sample().isWarmup()) {
            return;
        }
        final long endMillis = Instant.now().toEpochMilli();
        final long lengthMillis = interval.sample().length().toMillis();
        if (!begun) {
            begun = true;
            startMillis = endMillis - lengthMillis - interval.sample().from().toMillis();
            writer.outputLogFormatVersion();
            writer.outputStartTime(startMillis);
            writer.setBaseTime(startMillis);
            writer.outputLegend();
        }
        final long fromMillis = startMillis + interval.sample().from().toMillis();
        if (open) {
            write(interval.corrected(), "", fromMillis, fromMillis + lengthMillis);
            write(interval.uncorrected(), UNCORRECTED, fromMillis, fromMillis + lengthMillis);
        } else {
            write(interval.uncorrected(), "", fromMillis, fromMillis + lengthMillis);
        }
    }

    /** Whether everything was written so far. */
    public boolean isIntact() {
        return !stream.checkError();
    }

    @Override
    public void close() {
        stream.close();
    }

    private void write(
            final Histogram latencies, final String tag, final long from, final long until) {
        final Histogram copy = latencies.copy();
        if (!tag.isEmpty()) {
            copy.setTag(tag);
        }
        writer.outputIntervalHistogram(
                (from - startMillis) / MILLIS_PER_SECOND,
                (until - startMillis) / MILLIS_PER_SECOND,
                copy,
                NANOS_PER_MILLI);
    }
}
