package dev.harken.netty;

import dev.harken.listen.ListenerGroup;

import io.netty.channel.ChannelHandler;
import io.netty.util.concurrent.Future;

import org.jspecify.annotations.Nullable;

import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A fixed number of worker threads that accept and serve connections. Any thread.
 *
 * <pre>{@code
 * try (ListenerGroup group = ListenConfig.tcp("0.0.0.0:8080").shards(4).build().open();
 *         Workers workers = Workers.builder().count(4).affinity(Affinity.auto()).build()) {
 *     workers.serve(group, AcceptStrategy.reuseport(), initializer);
 *     …
 * }
 * }</pre>
 */
public final class Workers implements AutoCloseable {

    private static final long SHUTDOWN_SECONDS = 5;

    private final TransportChoice transport;
    private final WorkerSettings settings;
    private final AcceptMutex mutex = new AcceptMutex();
    private final AcceptLog acceptLog = new AcceptLog();
    private final List<Worker> workers = new ArrayList<>();

    private List<Serving> servings = List.of(); // guarded by this
    private @Nullable Worker acceptor; // guarded by this
    private boolean closed; // guarded by this

    private Workers(final WorkerSettings settings) {
        this.transport = TransportChoice.choose(settings.preference());
        this.settings = settings;
    }

    /** Workers with one thread per CPU, not pinned, on the best transport, without a limit. */
    public static Builder builder() {
        return new Builder();
    }

    /** The workers, in order of their index. */
    public List<Worker> workers() {
        return List.copyOf(workers);
    }

    /** The transport in use and why. */
    public TransportChoice transport() {
        return transport;
    }

    /** The thread that accepts for all under {@link AcceptStrategy.Dispatch}, once there is one. */
    public synchronized Optional<Worker> acceptor() {
        return Optional.ofNullable(acceptor);
    }

    /** Connections open on all workers. */
    public long activeConnections() {
        return workers.stream().mapToLong(worker -> worker.counters().active()).sum();
    }

    /**
     * Serves a group with Netty's default options.
     *
     * @see #serve(ListenerGroup, AcceptStrategy, ChannelHandler, ChildOptions)
     */
    public Serving serve(
            final ListenerGroup group,
            final AcceptStrategy strategy,
            final ChannelHandler handler) {
        return serve(group, strategy, handler, ChildOptions.defaults());
    }

    /**
     * Begins to accept from a group; several groups may be served at a time.
     *
     * <p>A mutex makes no sense for one worker or where each worker has a socket of its own: such a
     * group is served as by {@link AcceptStrategy.Reuseport}, as nginx does.
     *
     * @param group stays the caller's: close it after what this returns
     * @param handler added to each accepted channel; a {@link io.netty.channel.ChannelInitializer}
     *     or {@code @Sharable}
     * @throws IllegalArgumentException if the strategy can't serve this group on this transport
     * @throws IllegalStateException if these workers are closed, or a socket can't be polled
     */
    public Serving serve(
            final ListenerGroup group,
            final AcceptStrategy strategy,
            final ChannelHandler handler,
            final ChildOptions options) {
        final Serving serving;
        final List<AcceptorPlan> plans;
        synchronized (this) {
            requireOpen();
            final ServePlan plan = ServePlan.of(group, strategy, workers, transport.transport());
            serving = new Serving(this, new ServeRequest(group, plan.strategy(), handler, options));
            plans = plan.acceptors(this::acceptorThread);
            servings = Immutable.plus(servings, serving);
        }
        try {
            serving.open(plans);
            serving.resume();
            return serving;
        } catch (final RuntimeException failed) {
            serving.close();
            throw failed;
        }
    }

    /**
     * Stops accepting and waits until the open connections have ended by themselves.
     *
     * @return whether they all have; if not, {@link #close()} ends them
     * @throws InterruptedException if the wait is interrupted
     * @throws IllegalStateException on a worker thread, which must not wait
     */
    public boolean drain(final Duration most) throws InterruptedException {
        if (onWorkerThread()) {
            throw new IllegalStateException("drain on a worker thread");
        }
        closeServings();
        return awaitIdle(most);
    }

    /**
     * Stops accepting, closes the open connections and ends the threads. Does nothing the second
     * time. On a worker thread it returns before that is done.
     */
    @Override
    public void close() {
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
        }
        closeServings();
        final List<Future<?>> ended = new ArrayList<>();
        closeConnections();
        for (final Worker worker : threads()) {
            ended.add(worker.loop().shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS));
        }
        if (!onWorkerThread()) {
            ended.forEach(Future::awaitUninterruptibly);
        }
    }

    @Override
    public String toString() {
        return workers.size() + " workers on " + transport.transport();
    }

    AcceptLog acceptLog() {
        return acceptLog;
    }

    boolean onWorkerThread() {
        return threads().stream().anyMatch(Worker::inWorker);
    }

    synchronized void forget(final Serving serving) {
        servings = Immutable.minus(servings, serving);
    }

    private void startAll() {
        AcceptLog.prepare();
        final List<BitSet> cpus =
                Affinity.assign(settings.affinity(), settings.count(), CpuTopology.read());
        for (int index = 0; index < settings.count(); index++) {
            workers.add(start(index, "harken-worker-" + index, cpus.get(index)));
        }
    }

    private Worker start(final int index, final String name, final BitSet cpus) {
        final Worker worker = new Worker(index, name, transport.transport(), settings, mutex);
        final Future<?> started = worker.loop().submit(() -> worker.start(cpus));
        if (!started.awaitUninterruptibly().isSuccess()) {
            final var _ = worker.loop().shutdownGracefully(0, SHUTDOWN_SECONDS, TimeUnit.SECONDS);
            throw new IllegalStateException(
                    name + " did not start: " + started.cause().getMessage(), started.cause());
        }
        return worker;
    }

    private Worker acceptorThread() {
        assert Thread.holdsLock(this);
        if (acceptor == null) {
            acceptor = start(workers.size(), "harken-acceptor", new BitSet());
        }
        return acceptor;
    }

    private synchronized List<Worker> threads() {
        return acceptor == null ? workers : Immutable.plus(workers, acceptor);
    }

    /**
     * Closes what is open while the loops still run: one that ends without a quiet time may leave a
     * channel open, and io_uring closes a descriptor only after what is under way on it.
     */
    private void closeConnections() {
        for (final Worker worker : workers) {
            worker.loop()
                    .execute(
                            () ->
                                    worker.forEachConnection(
                                            channel ->
                                                    channel.unsafe().close(channel.voidPromise())));
        }
        if (onWorkerThread()) {
            return;
        }
        try {
            awaitIdle(Duration.ofSeconds(SHUTDOWN_SECONDS));
        } catch (final InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean awaitIdle(final Duration most) throws InterruptedException {
        final CompletableFuture<?> idle =
                CompletableFuture.allOf(
                        workers.stream().map(Worker::whenIdle).toArray(CompletableFuture[]::new));
        try {
            idle.get(most.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (final TimeoutException busy) {
            return false;
        } catch (final ExecutionException impossible) {
            throw new IllegalStateException(impossible.getCause());
        }
    }

    private void closeServings() {
        final List<Serving> open;
        synchronized (this) {
            open = servings;
        }
        open.forEach(Serving::close);
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("workers are closed");
        }
    }

    /** What {@link Workers#builder()} starts from. */
    public static final class Builder {

        private int count = Runtime.getRuntime().availableProcessors();
        private Affinity affinity = Affinity.none();
        private TransportPreference preference = TransportPreference.AUTO;
        private int connectionLimit = Integer.MAX_VALUE;
        private ReceiveRing receiveRing = ReceiveRing.DEFAULT;

        private Builder() {}

        /** Worker threads, 1 to 1024; without it as many as CPUs this process may use. */
        public Builder count(final int workers) {
            this.count = workers;
            return this;
        }

        /** Which CPUs the workers are bound to; without it none. */
        public Builder affinity(final Affinity newAffinity) {
            this.affinity = newAffinity;
            return this;
        }

        /** Which transport; without it the best this host allows. */
        public Builder transport(final TransportPreference newPreference) {
            this.preference = newPreference;
            return this;
        }

        /**
         * Most connections of one worker, ≥ 1. At the limit it stops polling, so that others or the
         * kernel's queue take what comes, and goes on when a connection ends.
         */
        public Builder connectionLimit(final int connections) {
            this.connectionLimit = connections;
            return this;
        }

        /** Buffers given to the kernel in advance, on io_uring; without it the default ring. */
        public Builder receiveRing(final ReceiveRing ring) {
            this.receiveRing = ring;
            return this;
        }

        /**
         * Starts the threads.
         *
         * @throws IllegalArgumentException if a value is out of range
         * @throws IllegalStateException if the transport does not work here, or a worker can't be
         *     bound to its CPUs: then none is left running
         */
        public Workers build() {
            final WorkerSettings settings =
                    new WorkerSettings(count, affinity, preference, connectionLimit, receiveRing);
            final Workers workers = new Workers(settings);
            try {
                workers.startAll();
                return workers;
            } catch (final RuntimeException failed) {
                workers.close();
                throw failed;
            }
        }
    }
}
