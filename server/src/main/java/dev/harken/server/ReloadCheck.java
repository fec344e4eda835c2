package dev.harken.server;

import java.util.ArrayList;
import java.util.List;

/** Decides whether a running server can go over to a configuration. */
final class ReloadCheck {
    private ReloadCheck() {}

    /**
     * Requires that sockets and workers stay as they are.
     *
     * @throws ReloadException when they do not; the message names each line that changed
     */
    static void require(
            final RunningServer.Base base, final WorkerPlan workers, final List<SocketPlan> plans)
            throws ReloadException {
        final List<String> changes = new ArrayList<>();
        final WorkerPlan old = base.workerPlan();
        if (old.count() != workers.count()) {
            changes.add("worker_processes: " + old.count() + " is now " + workers.count());
        }
        if (!old.affinity().equals(workers.affinity())) {
            changes.add("worker_cpu_affinity has changed");
        }
        if (old.transport() != workers.transport()) {
            changes.add("use: " + old.transport() + " is now " + workers.transport());
        }
        if (old.connectionLimit() != workers.connectionLimit()) {
            changes.add(
                    "worker_connections: "
                            + old.connectionLimit()
                            + " is now "
                            + workers.connectionLimit());
        }
        for (final SocketPlan plan : plans) {
            if (base.plans().stream().noneMatch(plan::sameSocket)) {
                changes.add(
                        "\"listen %s\" in %s is new or has other options"
                                .formatted(plan.address().text(), plan.position().text()));
            }
        }
        for (final SocketPlan plan : base.plans()) {
            if (plans.stream().noneMatch(now -> now.address().equals(plan.address()))) {
                changes.add("\"listen %s\" is gone".formatted(plan.address().text()));
            }
        }
        if (!changes.isEmpty()) {
            throw new ReloadException(
                    "the new configuration needs other sockets or workers, which takes a restart;"
                            + " the old one keeps running\n"
                            + String.join("\n", changes));
        }
    }

    /** Returns the plan of the new configuration for a socket that is open. */
    static SocketPlan counterpart(final SocketPlan open, final List<SocketPlan> plans) {
        return plans.stream().filter(open::sameSocket).findFirst().orElseThrow();
    }
}
