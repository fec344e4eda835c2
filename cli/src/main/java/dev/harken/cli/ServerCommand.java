package dev.harken.cli;

import dev.harken.cli.ServeOptions.Show;
import dev.harken.conf.ConfigException;
import dev.harken.conf.ConfigLoader;
import dev.harken.conf.Configuration;
import dev.harken.conf.LoadOptions;
import dev.harken.conf.LogLevel;
import dev.harken.conf.LogTarget;
import dev.harken.linux.Signals;
import dev.harken.server.DefaultConfiguration;
import dev.harken.server.lifecycle.Detached;
import dev.harken.server.lifecycle.Lifecycle;
import dev.harken.server.lifecycle.PidFile;
import dev.harken.server.lifecycle.Privileges;
import dev.harken.server.lifecycle.SignalThread;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Does what a command line of the server asks: explains, checks, signals a running server, or
 * serves. Main thread.
 */
final class ServerCommand {
    /** Where {@code harkend} looks for its configuration when not told. */
    static final String DEFAULT_FILE = "/etc/harken/nginx.conf";

    /** Exit status: done, or stopped as asked. */
    static final int DONE = 0;

    /** Exit status: the configuration is wrong, or the start failed. */
    static final int FAILED = 1;

    private final ServeOptions options;
    private final Defaults defaults;
    private final Program program = Program.current();
    private final StartLog log;

    /**
     * In what {@code harken serve} and {@code harkend} differ.
     *
     * @param file configuration to read where none is named; empty for the built-in one
     * @param pidFile where the pid goes where the configuration does not say; empty for a file that
     *     belongs to the configuration
     * @param daemon whether to leave the terminal where the configuration does not say
     */
    private record Defaults(Optional<String> file, Optional<Path> pidFile, boolean daemon) {}

    private ServerCommand(final ServeOptions options, final Defaults defaults) {
        this.options = options;
        this.defaults = defaults;
        this.log = new StartLog(program, errorLog());
    }

    /** Returns the command of {@code harken serve}. */
    static ServerCommand serve(final ServeOptions options) {
        return new ServerCommand(options, new Defaults(Optional.empty(), Optional.empty(), false));
    }

    /** Returns the command of {@code harkend}. */
    static ServerCommand harkend(final ServeOptions options) {
        return new ServerCommand(
                options,
                new Defaults(
                        Optional.of(DEFAULT_FILE), Optional.of(Path.of("/run/harken.pid")), true));
    }

    /** Runs the command and returns the exit status. */
    int run() {
        if (options.show() != Show.NOTHING) {
            System.err.print(program.describe(options.show()));
            if (!options.test()) {
                return DONE;
            }
        }
        final boolean serves = !options.test() && options.signal().isEmpty();
        return serves ? serve() : withConfiguration(this::checkOrSignal);
    }

    /** Serves; signals count from here on. */
    private int serve() {
        if (Detached.isChild()) {
            Detached.leaveSession();
        }
        final Lifecycle lifecycle = new Lifecycle(() -> Runtime.getRuntime().halt(DONE));
        try {
            SignalThread.start(lifecycle::receive);
        } catch (final IOException failure) {
            log.log(LogLevel.EMERG, String.valueOf(failure.getMessage()));
            return FAILED;
        }
        return withConfiguration(
                configuration ->
                        daemon(configuration) && !Detached.isChild()
                                ? detach()
                                : new ServerRun(this, lifecycle, configuration).run());
    }

    private int detach() {
        try {
            return Detached.startChild(System.out);
        } catch (final IOException failure) {
            log.log(LogLevel.EMERG, "can't detach: " + failure.getMessage());
            return FAILED;
        } catch (final InterruptedException interrupted) {
            throw new IllegalStateException("the main thread is never interrupted", interrupted);
        }
    }

    private int withConfiguration(final ToIntFunction<Configuration> action) {
        final Configuration configuration;
        try {
            configuration = load();
        } catch (final ConfigException wrong) {
            wrong.diagnostics().forEach(log::log);
            if (options.test()) {
                log.tell("configuration file " + name() + " test failed");
            }
            return FAILED;
        }
        if (!Detached.isChild()) {
            configuration.warnings().forEach(log::log);
        }
        return action.applyAsInt(configuration);
    }

    private int checkOrSignal(final Configuration configuration) {
        return options.test()
                ? succeed(configuration)
                : signal(options.signal().orElseThrow(), configuration);
    }

    /**
     * Reads the configuration that the command line names.
     *
     * @throws ConfigException with all that is wrong in it
     */
    Configuration load() throws ConfigException {
        final LoadOptions loading = new LoadOptions(prefix(), options.directives(), errorLog());
        final Optional<String> file = options.file().or(defaults::file);
        return file.isPresent()
                ? ConfigLoader.load(Path.of(file.get()), loading)
                : ConfigLoader.parse(
                        DefaultConfiguration.NAME, DefaultConfiguration.text(), loading);
    }

    /** Where the messages of the start go. */
    StartLog log() {
        return log;
    }

    /** Returns where the pid is to be written, if there is a place for it. */
    Optional<Path> pidFile(final Configuration configuration) {
        return configuration
                .main()
                .pidFile()
                .or(defaults::pidFile)
                .or(this::pidFileOfConfiguration);
    }

    /** A file that whoever names the same configuration finds again. */
    private Optional<Path> pidFileOfConfiguration() {
        final Optional<Path> folder =
                Privileges.isRoot()
                        ? Optional.of(Path.of("/run"))
                        : Optional.ofNullable(System.getenv("XDG_RUNTIME_DIR")).map(Path::of);
        if (folder.isEmpty()) {
            return Optional.empty();
        }
        try {
            final String name =
                    options.file()
                            .map(file -> Path.of(file).getFileName().toString())
                            .orElse("default");
            return Optional.of(
                    Files.createDirectories(folder.get().resolve("harken"))
                            .resolve("%s-%08x.pid".formatted(name, name().hashCode())));
        } catch (final IOException closed) {
            return Optional.empty();
        }
    }

    /** Returns whether the server is to leave the terminal. */
    boolean daemon(final Configuration configuration) {
        return configuration.main().daemon().orElse(defaults.daemon());
    }

    private Path prefix() {
        return Path.of(options.prefix().orElse(""));
    }

    private LogTarget errorLog() {
        return options.errorLog()
                .filter(name -> !name.equals("stderr"))
                .<LogTarget>map(name -> new LogTarget.File(prefix().resolve(name).toAbsolutePath()))
                .orElseGet(LogTarget.Stderr::new);
    }

    /** The configuration's name in messages. */
    private String name() {
        return options.file()
                .or(defaults::file)
                .map(file -> prefix().toAbsolutePath().resolve(file).normalize().toString())
                .orElse(DefaultConfiguration.NAME);
    }

    private int succeed(final Configuration configuration) {
        if (!options.quiet()) {
            log.tell("the configuration file " + name() + " syntax is ok");
            log.tell("configuration file " + name() + " test is successful");
        }
        if (options.dump()) {
            System.out.print(configuration.dump());
            System.out.flush();
        }
        return DONE;
    }

    private int signal(final ControlSignal signal, final Configuration configuration) {
        log.use(configuration.main().errorLogs());
        log.log(LogLevel.NOTICE, "signal process started");
        final Optional<Path> pidFile = pidFile(configuration);
        if (pidFile.isEmpty()) {
            log.log(
                    LogLevel.ERROR,
                    "no pid file to find the server by: add \"pid FILE;\" to the configuration, or"
                            + " set XDG_RUNTIME_DIR");
            return FAILED;
        }
        final Path path = pidFile.get();
        try {
            final int pid = PidFile.read(path);
            final int result = Signals.kill(pid, signal.number());
            if (result < 0) {
                log.log(
                        LogLevel.ALERT,
                        "kill("
                                + pid
                                + ", "
                                + signal.number()
                                + ") failed ("
                                + Failures.reason(-result)
                                + ")");
                return FAILED;
            }
            return DONE;
        } catch (final NumberFormatException noPid) {
            log.log(
                    LogLevel.ERROR,
                    "invalid PID number \"" + noPid.getMessage() + "\" in \"" + path + "\"");
        } catch (final IOException failure) {
            log.log(
                    LogLevel.ERROR,
                    Failures.text("open()", path, failure)
                            + "\n"
                            + "no server runs with this configuration, or its pid file is"
                            + " elsewhere");
        }
        return FAILED;
    }
}
