package dev.harken.bench;

import dev.harken.bench.load.LoadObserver;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** One line on the terminal that is written over every second. */
final class ProgressLine implements LoadObserver, AutoCloseable {

    private static final String CLEAR = "\r\u001b[K";
    private static final double NANOS_PER_MILLI = 1e6;

    private final PrintWriter errors;
    private final boolean shown;

    /**
     * A line.
     *
     * @param shown whether there is one at all
     */
    ProgressLine(final PrintWriter errors, final boolean shown) {
        this.errors = errors;
        this.shown = shown;
    }

    /** Whether the standard error is a terminal. */
    static boolean isPossible() {
        try {
            final String target = Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString();
            return target.startsWith("/dev/pts/")
                    || target.startsWith("/dev/tty")
                    || target.equals("/dev/console");
        } catch (final IOException unknown) {
            return false;
        }
    }

    void say(final String text) {
        if (shown) {
            errors.print(CLEAR + text);
            errors.flush();
        }
    }

    @Override
    public void interval(final Interval interval) {
        final var sample = interval.sample();
        say(
                String.format(
                        Locale.ROOT,
                        "%s %d s  %,.0f/s  p50 %.2f ms  p99 %.2f ms  %,d answered  %,d errors",
                        sample.isWarmup() ? "warm-up" : "measuring",
                        Math.abs(sample.from().plus(sample.length()).toSeconds()),
                        sample.rate(),
                        sample.latency().percentile(50) / NANOS_PER_MILLI,
                        sample.latency().percentile(99) / NANOS_PER_MILLI,
                        interval.totalAnswered(),
                        interval.totalErrors()));
    }

    @Override
    public void close() {
        say("");
    }
}
