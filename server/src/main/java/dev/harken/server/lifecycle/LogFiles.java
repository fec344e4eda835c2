package dev.harken.server.lifecycle;

import dev.harken.conf.AccessLog;
import dev.harken.conf.Configuration;
import dev.harken.conf.ErrorLog;
import dev.harken.conf.HttpServerConfig;
import dev.harken.conf.HttpSettings;
import dev.harken.conf.LocationConfig;
import dev.harken.conf.LogTarget;
import dev.harken.conf.StreamServerConfig;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Who owns the log files: the user that the server runs as, so that it can open them anew after a
 * rotation. Control thread.
 */
public final class LogFiles {
    private LogFiles() {}

    /** Returns the log files that a configuration names, each once. */
    public static Set<Path> of(final Configuration configuration) {
        final Set<Path> files = new TreeSet<>();
        addErrorLogs(files, configuration.main().errorLogs());
        configuration
                .http()
                .ifPresent(http -> http.servers().forEach(server -> add(files, server)));
        configuration.stream()
                .ifPresent(stream -> stream.servers().forEach(server -> add(files, server)));
        return files;
    }

    /**
     * Gives log files, as far as they exist, to an account; takes CAP_CHOWN.
     *
     * @throws IOException when the file system refuses
     */
    public static void giveTo(final Account account, final Set<Path> files) throws IOException {
        for (final Path file : files) {
            if (Files.isRegularFile(file)) {
                Files.setAttribute(file, "unix:uid", account.uid());
                Files.setAttribute(file, "unix:gid", account.gid());
            }
        }
    }

    /**
     * Makes log files that are missing, so that whoever may write them can open them even in a
     * folder that is closed to it.
     *
     * @throws IOException when one can't be made
     */
    public static void makeMissing(final Set<Path> files) throws IOException {
        for (final Path file : files) {
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
        }
    }

    private static void add(final Set<Path> files, final HttpServerConfig server) {
        add(files, server.settings());
        server.locations().stream().map(LocationConfig::settings).forEach(set -> add(files, set));
    }

    private static void add(final Set<Path> files, final HttpSettings settings) {
        addErrorLogs(files, settings.errorLogs());
        addAccessLogs(files, settings.accessLogs());
    }

    private static void add(final Set<Path> files, final StreamServerConfig server) {
        addErrorLogs(files, server.errorLogs());
        addAccessLogs(files, server.accessLogs());
    }

    private static void addErrorLogs(final Set<Path> files, final List<ErrorLog> logs) {
        logs.forEach(log -> add(files, log.target()));
    }

    private static void addAccessLogs(final Set<Path> files, final List<AccessLog> logs) {
        logs.forEach(log -> add(files, log.target()));
    }

    private static void add(final Set<Path> files, final LogTarget target) {
        if (target instanceof LogTarget.File(final Path path)) {
            files.add(path);
        }
    }
}
