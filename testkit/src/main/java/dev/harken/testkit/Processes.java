package dev.harken.testkit;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Runs commands for tests. Any thread. */
public final class Processes {

    /** How long a command may take when the caller does not say. */
    public static final Duration DEFAULT_TIMEOUT = Duration.ofSeconds(30);

    private Processes() {}

    /**
     * What a command did.
     *
     * @param exit its exit status; 128 and more when a signal ended it
     * @param output its standard output
     * @param errors its standard error
     */
    public record Result(int exit, String output, String errors) {

        /**
         * This result, if the command succeeded.
         *
         * @throws AssertionError if the exit status is not 0
         */
        public Result orFail() {
            if (exit != 0) {
                throw new AssertionError("exit status " + exit + "\n" + output + errors);
            }
            return this;
        }

        /** The lines of the standard output. */
        public List<String> lines() {
            return output.lines().toList();
        }
    }

    /**
     * Runs a command to its end.
     *
     * @throws AssertionError if it takes longer than {@link #DEFAULT_TIMEOUT}; it is killed then
     */
    public static Result run(final String... command) {
        return run(DEFAULT_TIMEOUT, List.of(command));
    }

    /**
     * Runs a command to its end.
     *
     * @throws AssertionError if it takes longer than {@code timeout}; it is killed then
     */
    public static Result run(final Duration timeout, final List<String> command) {
        return run(timeout, Map.of(), command);
    }

    /**
     * Runs a command to its end, with additions to the environment.
     *
     * @throws AssertionError if it takes longer than {@code timeout}; it is killed then
     */
    public static Result run(
            final Duration timeout,
            final Map<String, String> environment,
            final List<String> command) {
        try (RunningProcess process = RunningProcess.start(environment, command)) {
            return process.result(timeout);
        }
    }

    /**
     * Starts a command that runs beside the test; {@link RunningProcess#close} kills it.
     *
     * @throws java.io.UncheckedIOException if there is no such program
     */
    public static RunningProcess start(final List<String> command) {
        return start(Map.of(), command);
    }

    /**
     * Starts a command that runs beside the test, with additions to the environment; {@link
     * RunningProcess#close} kills it.
     *
     * @throws java.io.UncheckedIOException if there is no such program
     */
    public static RunningProcess start(
            final Map<String, String> environment, final List<String> command) {
        return RunningProcess.start(environment, command);
    }

    /**
     * The command line that runs a class in another virtual machine of this kind, with this class
     * path.
     */
    public static List<String> java(final Class<?> main, final String... arguments) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.add("-XX:TieredStopAtLevel=1");
        command.add("-XX:+UseSerialGC");
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(main.getName());
        command.addAll(List.of(arguments));
        return List.copyOf(command);
    }
}
