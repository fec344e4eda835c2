package dev.harken.server;

import dev.harken.conf.Configuration;
import dev.harken.conf.LogLevel;
import dev.harken.listen.ListenerGroup;
import dev.harken.netty.ChildOptions;
import dev.harken.netty.Serving;
import dev.harken.netty.Workers;
import dev.harken.server.http.HttpEndpoint;
import dev.harken.server.http.HttpWorkers;
import dev.harken.server.log.ErrorLogger;
import dev.harken.server.log.LogWriter;
import dev.harken.server.stream.DatagramServer;
import dev.harken.server.stream.StreamEndpoint;
import dev.harken.server.stream.StreamService;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A server that accepts connections. Any thread; {@link #stop} may interrupt a {@link #drain} of
 * another thread, everything else is taken in turn.
 */
public final class RunningServer implements AutoCloseable {
    private static final ChildOptions CHILD_OPTIONS =
            ChildOptions.defaults().allowHalfClosure(true);

    /**
     * What stays through a reload.
     *
     * @param configuration as at the start
     * @param workerPlan the workers
     * @param plans the sockets
     * @param logWriter writes all logs
     * @param errorLog the main error log, as at the start
     */
    record Base(
            Configuration configuration,
            WorkerPlan workerPlan,
            List<SocketPlan> plans,
            LogWriter logWriter,
            ErrorLogger errorLog) {}

    private final Base base;
    private final List<ListenerGroup> groups;
    private final Workers workers;
    private final HttpWorkers httpWorkers;
    private final List<Serving> servings = new ArrayList<>();
    private final List<DatagramServer> datagramServers = new ArrayList<>();
    private final Object reloadLock = new Object();

    // What a reload replaces; guarded by reloadLock.
    private final Services first;
    private Services services;
    private @Nullable Services previous;

    private volatile ErrorLogger errorLog;
    private boolean stopped; // guarded by this

    RunningServer(
            final Base base,
            final Services services,
            final List<ListenerGroup> groups,
            final Workers workers) {
        this.base = base;
        this.first = services;
        this.services = services;
        this.groups = groups;
        this.workers = workers;
        this.httpWorkers = new HttpWorkers(workers.workers());
        this.errorLog = base.errorLog();
    }

    /** Begins to accept on all sockets. */
    void serve() throws StartException {
        int logQueue = base.workerPlan().count();
        for (int i = 0; i < groups.size(); i++) {
            final SocketPlan plan = base.plans().get(i);
            final ListenerGroup group = groups.get(i);
            switch (plan.kind()) {
                case HTTP ->
                        servings.add(
                                workers.serve(
                                        group,
                                        plan.strategy(),
                                        httpWorkers.handler(httpEndpoint(services, plan)),
                                        CHILD_OPTIONS));
                case STREAM ->
                        servings.add(
                                workers.serve(
                                        group,
                                        plan.strategy(),
                                        StreamService.handler(
                                                workers.workers(), streamEndpoint(services, plan)),
                                        CHILD_OPTIONS));
                case DATAGRAM -> {
                    final DatagramServer server =
                            DatagramServer.start(group, streamEndpoint(services, plan), logQueue);
                    datagramServers.add(server);
                    logQueue += group.listeners().size();
                }
            }
        }
    }

    /** Returns what a person should know about the start. */
    public StartReport report() {
        final List<StartReport.Endpoint> endpoints = new ArrayList<>();
        for (int i = 0; i < groups.size(); i++) {
            final SocketPlan plan = base.plans().get(i);
            endpoints.add(StartReport.Endpoint.of(plan, groups.get(i), plan.strategy().name()));
        }
        return new StartReport(
                base.workerPlan().count(),
                base.workerPlan().choice(),
                endpoints,
                base.configuration().withoutEffect());
    }

    /**
     * Returns where the server listens, in the order of the configuration, as the kernel has it.
     */
    public List<SocketAddress> addresses() {
        return groups.stream().map(ListenerGroup::localAddress).toList();
    }

    /** Returns the workers, for their counters. */
    public Workers workers() {
        return workers;
    }

    /** Writes a line to the main error log; never blocks. */
    public void log(final LogLevel level, final String text) {
        errorLog.log(level, text);
    }

    /**
     * Goes over to another configuration: servers, locations, certificates, logs. Sockets, workers
     * and connections stay; the next request on each connection is served from the new one.
     *
     * @throws ReloadException when the configuration can't be used, or needs other sockets or
     *     workers; the message names the line, and the old configuration keeps running
     */
    public void reload(final Configuration fresh) throws ReloadException {
        synchronized (reloadLock) {
            try {
                final WorkerPlan workerPlan = WorkerPlan.of(fresh);
                final List<SocketPlan> plans = new SocketPlanner(fresh, workerPlan).plans();
                ReloadCheck.require(base, workerPlan, plans);
                final ErrorLogger freshLog =
                        ErrorLogger.open(base.logWriter(), fresh.main().errorLogs());
                final Services compiled =
                        Services.compile(fresh, base.logWriter(), workerPlan.count(), plans);
                replace(plans, compiled);
                errorLog = freshLog;
            } catch (final ReloadException e) {
                throw e;
            } catch (final IOException | IllegalArgumentException | IllegalStateException e) {
                throw new ReloadException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /**
     * Opens all log files anew, as after a rotation.
     *
     * @throws IOException when one can't be opened; it then keeps writing to the old file
     */
    public void reopenLogs() throws IOException {
        base.logWriter().reopen();
    }

    /**
     * Stops accepting, lets requests in progress finish, and stops.
     *
     * @param most how long to wait for them
     * @return whether all connections had ended by then
     * @throws InterruptedException when the calling thread is interrupted; the server still runs
     */
    public boolean drain(final Duration most) throws InterruptedException {
        closeSockets();
        httpWorkers.drain();
        final boolean idle = workers.drain(most);
        stop();
        return idle;
    }

    /** Closes all sockets and connections and ends all threads; returns when that is done. */
    public void stop() {
        synchronized (this) {
            if (stopped) {
                return;
            }
            stopped = true;
        }
        closeSockets();
        httpWorkers.close();
        workers.close();
        synchronized (reloadLock) {
            services.close();
            if (previous != null) {
                previous.close();
            }
        }
        base.logWriter().close();
    }

    /** Does what {@link #stop} does. */
    @Override
    public void close() {
        stop();
    }

    private void closeSockets() {
        servings.forEach(Serving::close);
        datagramServers.forEach(DatagramServer::close);
        groups.forEach(ListenerGroup::close);
    }

    private void replace(final List<SocketPlan> plans, final Services compiled) {
        for (final SocketPlan old : base.plans()) {
            final SocketPlan now = ReloadCheck.counterpart(old, plans);
            if (old.kind() == SocketPlan.Kind.HTTP) {
                httpEndpoint(first, old).replaceBy(httpEndpoint(compiled, now));
            } else {
                streamEndpoint(first, old).replaceBy(streamEndpoint(compiled, now));
            }
        }
        // A request that is under way may still use what it started with: that is given back one
        // reload later.
        if (previous != null) {
            previous.close();
        }
        previous = services;
        services = compiled;
    }

    private static HttpEndpoint httpEndpoint(final Services of, final SocketPlan plan) {
        return of.http().orElseThrow().endpoints().get(plan.index());
    }

    private static StreamEndpoint streamEndpoint(final Services of, final SocketPlan plan) {
        return of.stream().orElseThrow().endpoints().get(plan.index());
    }
}
