package dev.harken.server;

import dev.harken.conf.Configuration;
import dev.harken.listen.ListenerGroup;
import dev.harken.netty.Workers;
import dev.harken.server.log.ErrorLogger;
import dev.harken.server.log.LogWriter;

import java.io.IOException;
import java.util.List;

/**
 * Starts a server from a configuration.
 *
 * <p>All sockets are opened before the first worker runs, all or none; a start that fails leaves
 * nothing behind. Blocking; called on the main thread.
 */
public final class HarkenServer {
    private HarkenServer() {}

    /**
     * Starts a server.
     *
     * @param configuration what to serve
     * @param observer is told what a person should know on the way
     * @return the server, which accepts connections by now
     * @throws StartException when it can't start; the message says why and what to do
     */
    public static RunningServer start(
            final Configuration configuration, final StartObserver observer) throws StartException {
        final LogWriter logWriter = new LogWriter();
        boolean started = false;
        try {
            final ErrorLogger errorLog =
                    ErrorLogger.open(logWriter, configuration.main().errorLogs());
            final WorkerPlan workerPlan = WorkerPlan.of(configuration);
            final List<SocketPlan> plans = new SocketPlanner(configuration, workerPlan).plans();
            final Services services =
                    Services.compile(configuration, logWriter, workerPlan.count(), plans);
            try {
                final RunningServer server =
                        open(
                                new RunningServer.Base(
                                        configuration, workerPlan, plans, logWriter, errorLog),
                                services,
                                observer);
                started = true;
                return server;
            } finally {
                if (!started) {
                    services.close();
                }
            }
        } catch (final StartException e) {
            throw e;
        } catch (final IOException | IllegalArgumentException | IllegalStateException e) {
            throw new StartException(String.valueOf(e.getMessage()), e);
        } finally {
            if (!started) {
                logWriter.close();
            }
        }
    }

    private static RunningServer open(
            final RunningServer.Base base, final Services services, final StartObserver observer)
            throws StartException {
        final List<ListenerGroup> groups = new SocketOpener(base.plans(), observer).open();
        boolean serving = false;
        try {
            observer.socketsOpen();
            final Workers workers = base.workerPlan().start();
            try {
                final RunningServer server = new RunningServer(base, services, groups, workers);
                server.serve();
                serving = true;
                return server;
            } finally {
                if (!serving) {
                    workers.close();
                }
            }
        } finally {
            if (!serving) {
                groups.forEach(ListenerGroup::close);
            }
        }
    }
}
