package dev.harken.bench;

import dev.harken.bench.load.LoadException;
import dev.harken.bench.load.LoadObserver;
import dev.harken.bench.load.LoadPlan;
import dev.harken.bench.load.LoadResult;
import dev.harken.bench.load.LoadRun;
import dev.harken.bench.report.CsvReport;
import dev.harken.bench.report.HistogramLog;
import dev.harken.bench.report.JsonReport;
import dev.harken.bench.report.TextReport;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;

/** {@code harken load}. */
@Command(
        name = "load",
        description = "Send load to a server and measure its latency.",
        sortOptions = false,
        footerHeading = "%nExamples:%n",
        footer = {
            "  harken load -R 1000 http://127.0.0.1:8080/     latency at 1,000 requests/s",
            "  harken load -c 128 http://127.0.0.1:8080/      most requests 128 connections can do",
            "  harken load -R 500 --no-keepalive http://…/    500 connections/s, one request each",
            "  harken load -R 1000 --json http://…/ >a.json   figures for programs",
            "  harken load --size 1024 tcp://127.0.0.1:7/     an echo service",
            "",
            "With -R (open loop) latency counts from the time a request was due, so that a stall",
            "shows with all the requests it held up. Without -R (closed loop) each connection",
            "sends when it has its reply.",
            "",
            "Exit status: 0 measured; 1 could not start, or nothing was answered; 2 the command",
            "line makes no sense; 3 less than 99%% of the rate of -R was achieved; 130 interrupted."
        })
public final class LoadCommand implements Callable<Integer> {

    /** Exit status: measured, and the load was what was asked for. */
    public static final int MEASURED = 0;

    /** Exit status: no connection, no reply, or a file can't be written. */
    public static final int FAILED = 1;

    /** Exit status: less than 99% of the requested rate. */
    public static final int INVALID = 3;

    /** Exit status: stopped by a signal. */
    public static final int INTERRUPTED = 130;

    @Spec private @Nullable CommandSpec spec;

    @Mixin private final LoadOptions options = new LoadOptions();

    @ArgGroup private Format format = new Format();

    @Option(
            names = "--hdr",
            paramLabel = "FILE",
            description = "Also write the latencies of each second as an HdrHistogram log.")
    private @Nullable Path histogramLog;

    @Option(
            names = {"-q", "--quiet"},
            description = "No progress line on the terminal.")
    private boolean quiet;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("UnusedVariable") // picocli reads it
    private boolean help;

    /** How the result is printed. */
    static final class Format {
        @Option(names = "--json", description = "Print JSON (schema: docs/load.schema.json).")
        private boolean json;

        @Option(names = "--csv", description = "Print a row of names and a row of values.")
        private boolean csv;

        String of(final LoadResult result) {
            if (json) {
                return JsonReport.of(result);
            }
            return csv ? CsvReport.of(result) : TextReport.of(result);
        }
    }

    /** A command for a command line to fill. */
    public LoadCommand() {}

    @Override
    public Integer call() {
        final LoadPlan plan = plan();
        final PrintWriter errors = spec().commandLine().getErr();
        try (ProgressLine progress =
                new ProgressLine(errors, !quiet && ProgressLine.isPossible())) {
            return run(plan, progress);
        } catch (final IOException failed) {
            errors.println("harken load: " + message(failed));
            return FAILED;
        } catch (final IllegalStateException unusable) {
            errors.println("harken load: " + unusable.getMessage());
            return FAILED;
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return INTERRUPTED;
        }
    }

    private LoadPlan plan() {
        try {
            return options.plan();
        } catch (final IllegalArgumentException senseless) {
            throw new ParameterException(
                    spec().commandLine(), String.valueOf(senseless.getMessage()), senseless);
        }
    }

    private int run(final LoadPlan plan, final ProgressLine progress)
            throws IOException, InterruptedException {
        progress.say("connecting");
        final AtomicReference<Runnable> end =
                new AtomicReference<>(Thread.currentThread()::interrupt);
        try (LatencyLog log = LatencyLog.open(Optional.ofNullable(histogramLog), plan);
                Interrupts interrupts = new Interrupts(() -> end.get().run());
                LoadRun run = LoadRun.start(plan)) {
            end.set(run::stop);
            final LoadResult result = run.await(log.before(progress));
            progress.close();
            final PrintWriter output = spec().commandLine().getOut();
            output.print(format.of(result));
            output.flush();
            log.check();
            return status(result, interrupts.seen());
        }
    }

    private static int status(final LoadResult result, final boolean interrupted) {
        if (interrupted) {
            return INTERRUPTED;
        }
        if (result.counts().answered() == 0) {
            return FAILED;
        }
        return result.isValid() ? MEASURED : INVALID;
    }

    private static String message(final IOException failed) {
        return failed instanceof LoadException
                ? String.valueOf(failed.getMessage())
                : failed.toString();
    }

    private CommandSpec spec() {
        return Objects.requireNonNull(spec);
    }

    /** The log of {@code --hdr}, or none. */
    private record LatencyLog(Optional<Path> file, Optional<HistogramLog> log)
            implements AutoCloseable {

        static LatencyLog open(final Optional<Path> file, final LoadPlan plan) throws IOException {
            return file.isEmpty()
                    ? new LatencyLog(file, Optional.empty())
                    : new LatencyLog(
                            file,
                            Optional.of(
                                    new HistogramLog(
                                            file.get(), plan.requestedRate().isPresent())));
        }

        LoadObserver before(final LoadObserver next) {
            return interval -> {
                log.ifPresent(writer -> writer.interval(interval));
                next.interval(interval);
            };
        }

        void check() throws IOException {
            if (log.isPresent() && !log.get().isIntact()) {
                throw new IOException(
                        "write " + file.orElseThrow() + ": failed; is the disk full?");
            }
        }

        @Override
        public void close() {
            log.ifPresent(HistogramLog::close);
        }
    }
}
