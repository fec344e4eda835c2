package dev.harken.netty;

import dev.harken.listen.Listener;
import dev.harken.listen.ListenerGroup;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Which worker accepts from which listener under a strategy, checked for what can't be. */
record ServePlan(
        ListenerGroup group, AcceptStrategy strategy, List<Worker> workers, Transport transport) {

    static ServePlan of(
            final ListenerGroup group,
            final AcceptStrategy asked,
            final List<Worker> workers,
            final Transport transport) {
        final AcceptStrategy strategy = effective(group, asked, workers);
        if (strategy instanceof AcceptStrategy.Exclusive
                && transport == Transport.NIO
                && workers.size() > 1) {
            throw new IllegalArgumentException(
                    "exclusive on NIO: java.nio can't wait for a socket exclusively; use reuseport"
                        + " (with shards), mutex or dispatch, or the epoll or io_uring transport");
        }
        if (strategy instanceof AcceptStrategy.Reuseport
                && group.listeners().size() < workers.size()) {
            throw new IllegalArgumentException(
                    "reuseport over "
                            + workers.size()
                            + " workers: "
                            + group
                            + " has too few sockets; open it with shards("
                            + workers.size()
                            + "), or use exclusive, which shares one socket");
        }
        return new ServePlan(group, strategy, workers, transport);
    }

    /**
     * The acceptors.
     *
     * @param acceptorThread starts or finds the thread that accepts for all
     */
    List<AcceptorPlan> acceptors(final Supplier<Worker> acceptorThread) {
        return switch (strategy) {
            case AcceptStrategy.Reuseport _ -> onePerListener();
            case AcceptStrategy.Exclusive _ ->
                    everyListenerEverywhere(ListenPoint.Sharing.EXCLUSIVE);
            case AcceptStrategy.Mutex _ -> everyListenerEverywhere(ListenPoint.Sharing.ALL);
            case AcceptStrategy.Herd _ -> everyListenerEverywhere(ListenPoint.Sharing.ALL);
            case AcceptStrategy.Dispatch _ -> dispatched(acceptorThread.get());
        };
    }

    private static AcceptStrategy effective(
            final ListenerGroup group, final AcceptStrategy asked, final List<Worker> workers) {
        final boolean socketEach = group.listeners().size() >= workers.size();
        return asked instanceof AcceptStrategy.Mutex && socketEach
                ? new AcceptStrategy.Reuseport(asked.multiAccept())
                : asked;
    }

    private List<AcceptorPlan> onePerListener() {
        final List<AcceptorPlan> plans = new ArrayList<>();
        for (final Listener listener : group.listeners()) {
            final Worker worker = workers.get(listener.shard() % workers.size());
            plans.add(plan(worker, listener, new OneWorker(worker), ListenPoint.Sharing.ALONE));
        }
        return plans;
    }

    private List<AcceptorPlan> everyListenerEverywhere(final ListenPoint.Sharing sharing) {
        final ListenPoint.Sharing actual =
                workers.size() == 1 ? ListenPoint.Sharing.ALONE : sharing;
        final List<AcceptorPlan> plans = new ArrayList<>();
        for (final Worker worker : workers) {
            for (final Listener listener : group.listeners()) {
                plans.add(plan(worker, listener, new OneWorker(worker), actual));
            }
        }
        return plans;
    }

    private List<AcceptorPlan> dispatched(final Worker acceptor) {
        final Dispatcher dispatcher = new Dispatcher(workers);
        final List<AcceptorPlan> plans = new ArrayList<>();
        for (final Listener listener : group.listeners()) {
            plans.add(plan(acceptor, listener, dispatcher, ListenPoint.Sharing.ALONE));
        }
        return plans;
    }

    private AcceptorPlan plan(
            final Worker worker,
            final Listener listener,
            final Placement placement,
            final ListenPoint.Sharing sharing) {
        return new AcceptorPlan(worker, listener, placement, strategy, sharing);
    }
}
