package dev.harken.server;

import dev.harken.conf.Configuration;
import dev.harken.conf.EventsConfig;
import dev.harken.conf.MainConfig;
import dev.harken.conf.WorkerAffinity;
import dev.harken.netty.Affinity;
import dev.harken.netty.Transport;
import dev.harken.netty.TransportChoice;
import dev.harken.netty.TransportPreference;
import dev.harken.netty.Workers;

import java.util.BitSet;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How many workers, where, and how they talk to the kernel.
 *
 * @param count number of workers; for {@code auto} the CPUs this process may use, which heeds
 *     taskset and containers where nginx counts all CPUs of the machine
 * @param affinity which CPUs they run on
 * @param choice the transport and why it is that one
 * @param connectionLimit connections of one worker
 */
record WorkerPlan(int count, Affinity affinity, TransportChoice choice, int connectionLimit) {

    /**
     * Makes the plan, trying the transports.
     *
     * @throws IllegalStateException when the transport that is asked for does not work here
     */
    static WorkerPlan of(final Configuration configuration) {
        final MainConfig main = configuration.main();
        final EventsConfig events = configuration.events();
        final int count =
                Math.max(
                        1,
                        main.workerProcesses().orElse(Runtime.getRuntime().availableProcessors()));
        final TransportPreference preference =
                events.use()
                        .map(use -> TransportPreference.valueOf(use.name()))
                        .orElse(TransportPreference.AUTO);
        return new WorkerPlan(
                count,
                affinity(main.workerAffinity()),
                TransportChoice.choose(preference),
                events.workerConnections());
    }

    /** Starts the workers. */
    Workers start() {
        return Workers.builder()
                .count(count)
                .affinity(affinity)
                .transport(TransportPreference.valueOf(transport().name()))
                .connectionLimit(connectionLimit)
                .build();
    }

    Transport transport() {
        return choice.transport();
    }

    /** Returns the CPUs of each worker; an empty set is a worker that is not bound. */
    List<BitSet> cpus() {
        return Affinity.assign(affinity, count);
    }

    private static Affinity affinity(final WorkerAffinity affinity) {
        return switch (affinity) {
            case WorkerAffinity.None() -> Affinity.none();
            case WorkerAffinity.Auto(final BitSet allowed) ->
                    allowed.isEmpty() ? Affinity.auto() : Affinity.cpus(list(allowed));
            case WorkerAffinity.Masks(final List<BitSet> sets) ->
                    Affinity.sets(sets.stream().map(WorkerPlan::list).toList());
        };
    }

    private static String list(final BitSet cpus) {
        return cpus.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    }
}
