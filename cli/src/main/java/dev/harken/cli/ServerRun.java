package dev.harken.cli;

import dev.harken.conf.ConfigException;
import dev.harken.conf.Configuration;
import dev.harken.conf.Diagnostic;
import dev.harken.conf.LogLevel;
import dev.harken.conf.LogTarget;
import dev.harken.server.HarkenServer;
import dev.harken.server.RunningServer;
import dev.harken.server.StartException;
import dev.harken.server.StartObserver;
import dev.harken.server.lifecycle.Account;
import dev.harken.server.lifecycle.Detached;
import dev.harken.server.lifecycle.Lifecycle;
import dev.harken.server.lifecycle.LogFiles;
import dev.harken.server.lifecycle.ManagedServer;
import dev.harken.server.lifecycle.OpenFileLimit;
import dev.harken.server.lifecycle.PidFile;
import dev.harken.server.lifecycle.Privileges;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;

/** One run of the server, from its configuration to the end of the process. Main thread. */
final class ServerRun {
    /** How long requests may take to end after QUIT where the configuration sets no limit. */
    private static final Duration UNLIMITED = Duration.ofDays(365);

    private final ServerCommand command;
    private final StartLog log;
    private final Lifecycle lifecycle;

    private Configuration configuration;
    private Privileges privileges = Privileges.unchanged();
    private @Nullable Account account; // null where nothing is given up
    private @Nullable PidFile pidFile;

    ServerRun(
            final ServerCommand command,
            final Lifecycle lifecycle,
            final Configuration configuration) {
        this.command = command;
        this.log = command.log();
        this.lifecycle = lifecycle;
        this.configuration = configuration;
    }

    /** Serves until a signal ends it; returns the exit status. */
    int run() {
        log.use(configuration.main().errorLogs());
        configuration.main().openFileLimit().ifPresent(this::limitOpenFiles);
        try {
            final RunningServer server = start();
            greet(server);
            lifecycle.run(new Managed(server));
        } catch (final IOException failure) {
            log.log(LogLevel.EMERG, String.valueOf(failure.getMessage()));
            return ServerCommand.FAILED;
        } catch (final InterruptedException interrupted) {
            throw new IllegalStateException("the main thread is never interrupted", interrupted);
        } finally {
            removePidFile();
        }
        return ServerCommand.DONE;
    }

    /**
     * Starts the server on a thread of its own: threads inherit the rights of the one that starts
     * them, and this one keeps some that workers must not have.
     */
    private RunningServer start() throws IOException, InterruptedException {
        final BlockingQueue<Runnable> mine = new LinkedBlockingQueue<>();
        final FutureTask<RunningServer> start =
                new FutureTask<>(() -> HarkenServer.start(configuration, new Observer(mine)));
        final Thread thread =
                new Thread(
                        () -> {
                            start.run();
                            mine.add(() -> {});
                        },
                        "harken-start");
        thread.start();
        while (!start.isDone()) {
            mine.take().run();
        }
        return result(start);
    }

    /** Returns what a task has come to, with its own exceptions. */
    private static <T> T result(final Future<T> task) throws IOException, InterruptedException {
        try {
            return task.get();
        } catch (final ExecutionException failure) {
            final Throwable thrown = Objects.requireNonNull(failure.getCause());
            switch (thrown) {
                case final IOException cause -> throw cause;
                case final RuntimeException cause -> throw cause;
                case final Error cause -> throw cause;
                default -> throw new IllegalStateException(thrown);
            }
        }
    }

    /** Does what root has to do, and then stops being root. */
    private void giveUpRoot() throws IOException {
        final Optional<Path> path = command.pidFile(configuration);
        if (path.isPresent()) {
            lifecycle.commit();
            writePidFile(path.get());
        }
        if (Privileges.isRoot()) {
            final Account user = Account.of(configuration.main().user());
            LogFiles.giveTo(user, LogFiles.of(configuration));
            privileges = Privileges.giveUp(user);
            account = user;
        } else if (configuration.main().user().isPresent()) {
            log.log(
                    LogLevel.WARN,
                    "the \"user\" directive makes sense only if the server is started by root,"
                            + " ignored");
        }
    }

    private void writePidFile(final Path path) throws IOException {
        try {
            pidFile = PidFile.write(path);
        } catch (final IOException failure) {
            throw new IOException(
                    Failures.text("open()", path, failure)
                            + "\nname a file that can be written: pid FILE; or -g 'pid FILE;'",
                    failure);
        }
    }

    /** Lets the log thread, which has no rights, open logs that root or nobody has made. */
    private void prepareLogs(final Configuration named) throws IOException {
        final Set<Path> files = LogFiles.of(named);
        LogFiles.makeMissing(files);
        if (account != null) {
            LogFiles.giveTo(account, files);
        }
    }

    private void limitOpenFiles(final long count) {
        OpenFileLimit.set(count).ifPresent(failure -> log.log(LogLevel.ALERT, failure));
    }

    /** Tells who started the server that it serves. */
    private void greet(final RunningServer server) throws IOException {
        server.report().lines().forEach(System.out::println);
        System.out.flush();
        if (Detached.isChild()) {
            Detached.ready(logsToStandardError());
        }
    }

    private boolean logsToStandardError() {
        return configuration.main().errorLogs().stream()
                .anyMatch(errorLog -> errorLog.target() instanceof LogTarget.Stderr);
    }

    private void removePidFile() {
        final PidFile written = pidFile;
        if (written == null) {
            return;
        }
        try {
            privileges.use(
                    () -> {
                        written.close();
                        return written;
                    });
        } catch (final Exception failure) {
            log.log(
                    LogLevel.ALERT,
                    "unlink() \"" + written.path() + "\" failed: " + failure.getMessage());
        }
    }

    /** Who the start reports to, on its own thread. */
    private final class Observer implements StartObserver {
        private final BlockingQueue<Runnable> control;

        Observer(final BlockingQueue<Runnable> control) {
            this.control = control;
        }

        @Override
        public void message(final LogLevel level, final String text) {
            log.log(level, text);
        }

        @Override
        public void socketsOpen() throws StartException {
            final FutureTask<Boolean> task =
                    new FutureTask<>(
                            () -> {
                                giveUpRoot();
                                return true;
                            });
            control.add(task);
            try {
                result(task);
            } catch (final IOException failure) {
                throw new StartException(String.valueOf(failure.getMessage()), failure);
            } catch (final InterruptedException interrupted) {
                throw new StartException("interrupted", interrupted);
            }
        }
    }

    /** The running server as signals see it. */
    private final class Managed implements ManagedServer {
        private final RunningServer server;

        Managed(final RunningServer server) {
            this.server = server;
        }

        @Override
        public void stop() {
            server.stop();
        }

        @Override
        public void drain() {
            try {
                final Duration most =
                        configuration.main().workerShutdownTimeout().orElse(UNLIMITED);
                if (!server.drain(most)) {
                    log(
                            LogLevel.NOTICE,
                            "connections were open after " + most.toSeconds() + " s: closed");
                }
            } catch (final InterruptedException interrupted) {
                throw new IllegalStateException(
                        "the main thread is never interrupted", interrupted);
            }
        }

        @Override
        public void reload() {
            try {
                final Configuration fresh =
                        privileges.use(
                                () -> {
                                    final Configuration read = command.load();
                                    prepareLogs(read);
                                    server.reload(read);
                                    return read;
                                });
                fresh.warnings().forEach(this::log);
                configuration = fresh;
                log(LogLevel.NOTICE, "reconfigured");
            } catch (final ConfigException wrong) {
                wrong.diagnostics().forEach(this::log);
            } catch (final IOException failure) {
                log(LogLevel.EMERG, String.valueOf(failure.getMessage()));
            } catch (final Exception failure) {
                log(LogLevel.EMERG, "the reload failed: " + failure);
            }
        }

        @Override
        public void reopenLogs() {
            try {
                privileges.use(
                        () -> {
                            prepareLogs(configuration);
                            return configuration;
                        });
                server.reopenLogs();
            } catch (final Exception failure) {
                log(LogLevel.ALERT, "reopening logs failed: " + failure.getMessage());
            }
        }

        @Override
        public void log(final LogLevel level, final String text) {
            server.log(level, StartLog.oneLine(text));
        }

        private void log(final Diagnostic diagnostic) {
            log(StartLog.level(diagnostic), StartLog.text(diagnostic));
        }
    }
}
