package dev.harken.netty;

import dev.harken.listen.Listener;

import io.netty.channel.Channel;

import java.util.List;

/** Hands connections to the worker that has the fewest, in turn among equals. */
final class Dispatcher implements Placement {

    private final List<Worker> workers;
    private int first;

    Dispatcher(final List<Worker> workers) {
        this.workers = workers;
    }

    @Override
    public int room() {
        long room = 0;
        for (final Worker worker : workers) {
            room += Math.max(0, worker.connectionLimit() - worker.load());
        }
        return (int) Math.min(Integer.MAX_VALUE, room);
    }

    @Override
    public boolean tellsOfRoom() {
        return false;
    }

    @Override
    public void place(final Channel child, final Listener listener, final Serving serving) {
        leastLoaded().handOver(child, listener, serving);
    }

    private Worker leastLoaded() {
        first = (first + 1) % workers.size();
        Worker least = workers.get(first);
        for (int step = 1; step < workers.size(); step++) {
            final Worker worker = workers.get((first + step) % workers.size());
            if (worker.load() < least.load()) {
                least = worker;
            }
        }
        return least;
    }
}
