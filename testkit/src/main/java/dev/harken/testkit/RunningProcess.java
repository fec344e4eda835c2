package dev.harken.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * A command that runs beside the test. Its output goes to files, so that it never blocks on a
 * reader and a descendant that holds the output open can't hold the test.
 */
public final class RunningProcess implements AutoCloseable {

    private final List<String> command;
    private final Process process;
    private final Path output;
    private final Path errors;

    private RunningProcess(
            final List<String> command,
            final Process process,
            final Path output,
            final Path errors) {
        this.command = command;
        this.process = process;
        this.output = output;
        this.errors = errors;
    }

    static RunningProcess start(final Map<String, String> environment, final List<String> command) {
        try {
            final Path output = Files.createTempFile("harken-", ".out");
            final Path errors = Files.createTempFile("harken-", ".err");
            final ProcessBuilder builder =
                    new ProcessBuilder(command)
                            .redirectInput(Path.of("/dev/null").toFile())
                            .redirectOutput(output.toFile())
                            .redirectError(errors.toFile());
            builder.environment().putAll(environment);
            return new RunningProcess(command, builder.start(), output, errors);
        } catch (final IOException failure) {
            throw new UncheckedIOException("cannot run " + command, failure);
        }
    }

    /** The process id. */
    public long pid() {
        return process.pid();
    }

    /** Whether it still runs. */
    public boolean isAlive() {
        return process.isAlive();
    }

    /** What it has written to its standard output so far. */
    public String output() {
        return text(output);
    }

    /** What it has written to its standard error so far. */
    public String errors() {
        return text(errors);
    }

    /**
     * Waits until the standard output or standard error contains a pattern.
     *
     * @throws AssertionError if it does not within {@code deadline}, or the process ends before
     */
    public MatchResult awaitOutput(final Pattern pattern, final Duration deadline) {
        return Await.value(
                pattern + " from " + command,
                deadline,
                () -> {
                    final boolean ended = !process.isAlive();
                    final String text = output() + errors();
                    final var matcher = pattern.matcher(text);
                    if (matcher.find()) {
                        return Optional.of(matcher.toMatchResult());
                    }
                    if (ended) {
                        throw new AssertionError(command + " ended: " + text);
                    }
                    return Optional.empty();
                });
    }

    /**
     * Waits for the end.
     *
     * @throws AssertionError if it does not come within {@code timeout}
     */
    public Processes.Result result(final Duration timeout) {
        try {
            if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError(
                        "not done within " + timeout + ": " + command + "\n" + output() + errors());
            }
            return new Processes.Result(process.exitValue(), output(), errors());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted while running " + command, interrupted);
        }
    }

    /** Kills it with its descendants if it still runs, waits for the end and forgets the output. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        process.onExit().join();
        try {
            Files.deleteIfExists(output);
            Files.deleteIfExists(errors);
        } catch (final IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String text(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
