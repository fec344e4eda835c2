package dev.harken.conf;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The main context.
 *
 * @param workerProcesses number of workers; empty for {@code auto}, one per CPU
 * @param workerAffinity which CPUs the workers run on
 * @param openFileLimit {@code worker_rlimit_nofile}; empty leaves the limit alone
 * @param workerShutdownTimeout how long draining may take; empty for no limit
 * @param errorLogs at least one
 * @param pidFile where the process id is written, absolute; empty leaves it to the command
 * @param user whom to become after the sockets are open; applies only to root
 * @param daemon whether to detach from the terminal; empty leaves it to the command
 * @param masterProcess accepted for nginx's sake; Harken is one process
 */
public record MainConfig(
        OptionalInt workerProcesses,
        WorkerAffinity workerAffinity,
        OptionalLong openFileLimit,
        Optional<Duration> workerShutdownTimeout,
        List<ErrorLog> errorLogs,
        Optional<Path> pidFile,
        Optional<UserGroup> user,
        Optional<Boolean> daemon,
        boolean masterProcess) {

    /** Takes an immutable copy. */
    public MainConfig {
        errorLogs = List.copyOf(errorLogs);
    }

    /**
     * The {@code user} directive.
     *
     * @param user name of the user
     * @param group name of the group; the user's name where none was given
     */
    public record UserGroup(String user, String group) {}
}
