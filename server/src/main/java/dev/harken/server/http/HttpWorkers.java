package dev.harken.server.http;

import dev.harken.netty.Worker;

import io.netty.channel.ChannelHandler;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * What all workers keep for HTTP; stays through a reload. Any thread, unless a method says
 * otherwise.
 */
public final class HttpWorkers {
    private final List<Worker> workers;
    private final List<HttpWorker> states = new ArrayList<>();

    /** Makes the state of each worker. */
    public HttpWorkers(final List<Worker> workers) {
        this.workers = List.copyOf(workers);
        final List<HttpCounters> counters =
                Stream.generate(HttpCounters::new).limit(workers.size()).toList();
        for (final Worker worker : this.workers) {
            states.add(new HttpWorker(worker.index(), worker.eventLoop(), counters));
        }
    }

    /** Returns the handler that serves the connections of one listening socket. */
    public ChannelHandler handler(final HttpEndpoint endpoint) {
        return new HttpInitializer(this, endpoint);
    }

    /** Lets every connection finish what it does and close; returns at once. */
    public void drain() {
        for (final Worker worker : workers) {
            final HttpWorker state = states.get(worker.index());
            worker.eventLoop().execute(state::drain);
        }
    }

    /** Gives memory outside the heap back, once no worker serves any more. */
    public void close() {
        for (final Worker worker : workers) {
            final HttpWorker state = states.get(worker.index());
            if (!worker.eventLoop().isShuttingDown()) {
                worker.eventLoop().execute(state::close);
            }
        }
    }

    /** Returns a worker's state; on that worker's thread. */
    HttpWorker of(final Worker worker) {
        return states.get(worker.index());
    }
}
