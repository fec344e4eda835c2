package dev.harken.cli;

import dev.harken.cli.ServeOptions.Show;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

import java.util.Optional;
import java.util.concurrent.Callable;

/** {@code harken serve} with its long options and its help. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = false,
        description = "Run the server in the foreground, or talk to one that runs.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  harken serve                          port 8080, one shard per CPU, a welcome page",
            "  harken serve -c nginx.conf            an nginx configuration",
            "  harken serve -t -c nginx.conf         check it, change nothing",
            "  harken serve -s reload -c nginx.conf  make the running server read it again",
            "  harken serve -c nginx.conf -g 'worker_processes 4;'",
            "",
            "Signals: TERM and INT stop, QUIT stops when requests are answered,",
            "HUP reads the configuration again, USR1 opens the logs anew.",
            "",
            "Exit status: 0 stopped as asked, or the check succeeded; 1 the configuration is wrong",
            "or the start failed; 2 the command line makes no sense."
        })
final class ServeCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = {"-c", "--config"},
            paramLabel = "FILE",
            description = "Configuration file (default: port 8080 and a welcome page).")
    private @Nullable String file;

    @Option(
            names = {"-p", "--prefix"},
            paramLabel = "DIR",
            description = "Where relative paths start (default: the working directory).")
    private @Nullable String prefix;

    @Option(
            names = {"-g", "--global"},
            paramLabel = "DIRECTIVES",
            description = "Directives for the main context, as if in the file.")
    private String directives = "";

    @Option(
            names = {"-t", "--test"},
            description = "Check the configuration and exit.")
    private boolean test;

    @Option(
            names = {"-T", "--dump"},
            description = "Check the configuration, print it and exit.")
    private boolean dump;

    @Option(
            names = {"-q", "--quiet"},
            description = "Say nothing when a check succeeds.")
    private boolean quiet;

    @Option(
            names = {"-e", "--error-log"},
            paramLabel = "FILE",
            description = "Error log where the configuration names none (default: stderr).")
    private @Nullable String errorLog;

    @Option(
            names = {"-s", "--signal"},
            paramLabel = "SIGNAL",
            description = "Ask the running server to stop, quit, reopen or reload.")
    private @Nullable String signal;

    @Option(names = "-v", description = "Print the version and exit.")
    private boolean version;

    @Option(names = "-V", description = "Print the version and how it was built, and exit.")
    private boolean build;

    @Option(
            names = {"-h", "-?", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Override
    public Integer call() {
        return ServerCommand.serve(options()).run();
    }

    /** Returns what was asked; the fields are filled by picocli. */
    ServeOptions options() {
        final Optional<ControlSignal> asked =
                Optional.ofNullable(signal)
                        .map(word -> ControlSignal.of(word).orElseThrow(this::unknownSignal));
        return new ServeOptions(
                build ? Show.BUILD : version ? Show.VERSION : Show.NOTHING,
                test || dump,
                dump,
                quiet,
                asked,
                Optional.ofNullable(file),
                Optional.ofNullable(prefix),
                Optional.ofNullable(errorLog),
                directives);
    }

    private ParameterException unknownSignal() {
        return new ParameterException(
                java.util.Objects.requireNonNull(spec).commandLine(),
                "invalid option: \"-s " + signal + "\" (expected: stop, quit, reopen or reload)");
    }
}
