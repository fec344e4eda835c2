package dev.harken.netty;

import dev.harken.linux.Scheduler;
import dev.harken.listen.Listener;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.IoEventLoop;
import io.netty.util.concurrent.FastThreadLocalThread;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * One thread with one event loop, its listeners, its connections and its counters. Nothing of it is
 * shared: other threads post tasks to {@link #eventLoop()} and read {@link #counters()}.
 */
public final class Worker {

    private static final System.Logger LOG = System.getLogger(Worker.class.getName());

    // Fixed.
    private final int index;
    private final String name;
    private final int connectionLimit;
    private final Transport transport;
    private final ReceiveRing receiveRing;
    private final WorkerLoop loop;
    private final WorkerCounters counters = new WorkerCounters();
    private final AcceptMutex.Member mutex;

    // Written once, on the worker thread, before the worker is handed out.
    private BitSet cpus = new BitSet();
    private int kernelThreadId;
    private long javaThreadId;

    // Worker thread only.
    private final ConnectionTable connections = new ConnectionTable();
    private final DescriptorReserve reserve = new DescriptorReserve();
    private final List<CompletableFuture<Void>> idleWaiters = new ArrayList<>();
    private List<Acceptor> acceptors = List.of();
    private long turn;
    private int acceptedInTurn;

    // Any thread.
    private final AtomicInteger onTheWay = new AtomicInteger();

    Worker(
            final int index,
            final String name,
            final Transport transport,
            final WorkerSettings settings,
            final AcceptMutex mutex) {
        this.index = index;
        this.name = name;
        this.connectionLimit = settings.connectionLimit();
        this.receiveRing = settings.receiveRing();
        this.transport = transport;
        this.mutex = mutex.new Member(this);
        this.loop =
                new WorkerLoop(
                        this,
                        task -> new FastThreadLocalThread(null, task, name),
                        TransportDriver.handlers(transport, receiveRing));
    }

    /**
     * The worker whose thread serves a channel, accepted or not; {@code null} if it is none of
     * ours.
     */
    public static @Nullable Worker of(final Channel channel) {
        return channel.isRegistered() && channel.eventLoop() instanceof final WorkerLoop loop
                ? loop.worker()
                : null;
    }

    /** 0 for the first worker. */
    public int index() {
        return index;
    }

    /** The thread's name, for example {@code harken-worker-2}. */
    public String name() {
        return name;
    }

    /** The loop, for tasks, timers and channels of one's own. Lives as long as the workers. */
    public IoEventLoop eventLoop() {
        return loop;
    }

    /** What the worker has counted; any thread may read. */
    public WorkerCounters counters() {
        return counters;
    }

    /** The CPUs the thread is bound to, as the kernel reports them. */
    public BitSet cpus() {
        return (BitSet) cpus.clone();
    }

    /** The thread's number in /proc/self/task. */
    public int kernelThreadId() {
        return kernelThreadId;
    }

    /** The thread's number in the JVM, for {@link java.lang.management.ThreadMXBean}. */
    public long javaThreadId() {
        return javaThreadId;
    }

    /** Most connections it serves at a time. */
    public int connectionLimit() {
        return connectionLimit;
    }

    /** Whether the caller is this worker's thread. */
    public boolean inWorker() {
        return loop.inEventLoop();
    }

    /** Goes over the accepted connections that are open. Worker thread only. */
    public void forEachConnection(final Consumer<Channel> visitor) {
        assert inWorker();
        connections.forEach(visitor);
    }

    @Override
    public String toString() {
        return name;
    }

    /**
     * Binds the thread to its CPUs and reads back what became of it. Worker thread only.
     *
     * @param wanted empty to leave the scheduler free
     * @throws IllegalStateException if the kernel refuses
     */
    void start(final BitSet wanted) {
        assert inWorker();
        kernelThreadId = Scheduler.gettid();
        javaThreadId = Thread.currentThread().threadId();
        CpuBinding.bindThisThread(name, wanted);
        cpus = Scheduler.affinity(0);
        reserve.take();
        loop.addShutdownHook(reserve::close);
    }

    /** Done when the worker has no connection. */
    CompletableFuture<Void> whenIdle() {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        loop.execute(
                () -> {
                    idleWaiters.add(done);
                    tellIfIdle();
                });
        return done;
    }

    Transport transport() {
        return transport;
    }

    ReceiveRing receiveRing() {
        return receiveRing;
    }

    WorkerLoop loop() {
        return loop;
    }

    AcceptMutex.Member mutex() {
        return mutex;
    }

    DescriptorReserve reserve() {
        return reserve;
    }

    int connectionCount() {
        return connections.size();
    }

    /** Connections it has or is about to get; any thread. */
    long load() {
        return counters.active() + onTheWay.get();
    }

    void add(final Acceptor acceptor) {
        acceptors = Immutable.plus(acceptors, acceptor);
    }

    void remove(final Acceptor acceptor) {
        acceptors = Immutable.minus(acceptors, acceptor);
    }

    void turnBegins() {
        turn++;
        counters.increment(WorkerMetric.TURNS);
        mutex.turnBegins();
    }

    void woke() {
        mutex.woke();
    }

    void turnEnds() {
        mutex.turnEnds();
        if (acceptedInTurn > 0) {
            counters.batch(acceptedInTurn);
            acceptedInTurn = 0;
        }
    }

    long turn() {
        return turn;
    }

    long longestWaitNanos() {
        return mutex.longestWaitNanos();
    }

    void acceptedOne() {
        acceptedInTurn++;
    }

    int room() {
        return connectionLimit - connections.size();
    }

    /** Serves a connection that another thread accepted; any thread. */
    void handOver(final Channel child, final Listener listener, final Serving serving) {
        onTheWay.incrementAndGet();
        loop.execute(
                () -> {
                    onTheWay.decrementAndGet();
                    place(child, listener, serving);
                });
    }

    /** Serves a connection; the worker owns the channel from here on. */
    void place(final Channel child, final Listener listener, final Serving serving) {
        assert inWorker();
        final WorkerConnection connection = new WorkerConnection(this, listener, child);
        connections.add(connection);
        counters.increment(WorkerMetric.ACCEPTED);
        counters.increment(WorkerMetric.ACTIVE);
        child.attr(Connection.KEY).set(connection);
        child.closeFuture().addListener(connection);
        try {
            serving.options().apply(child);
            child.pipeline().addLast(serving.handler());
            final ChannelFuture registered = loop.register(child);
            if (!registered.isSuccess()) {
                registered.addListener(_ -> closeIfFailed(connection, registered));
            }
        } catch (final RuntimeException failed) {
            refuse(connection, failed);
        }
    }

    /** A connection has ended, on whatever thread closed it. */
    void closed(final WorkerConnection connection) {
        if (!inWorker()) {
            loop.execute(() -> closed(connection));
            return;
        }
        final boolean wasFull = room() <= 0;
        if (!connections.remove(connection)) {
            return;
        }
        counters.decrement(WorkerMetric.ACTIVE);
        tellIfIdle();
        if (wasFull) {
            for (final Acceptor acceptor : acceptors) {
                acceptor.update();
            }
        }
    }

    private void tellIfIdle() {
        if (connections.size() == 0 && !idleWaiters.isEmpty()) {
            idleWaiters.forEach(waiter -> waiter.complete(null));
            idleWaiters.clear();
        }
    }

    private void closeIfFailed(final WorkerConnection connection, final ChannelFuture registered) {
        final Throwable cause = registered.cause();
        if (cause != null) {
            refuse(connection, cause);
        }
    }

    private void refuse(final WorkerConnection connection, final Throwable cause) {
        LOG.log(
                System.Logger.Level.ERROR,
                name + " could not serve a connection: closed it",
                cause);
        connection.channel().unsafe().closeForcibly();
        closed(connection); // a channel that was never registered does not say so itself
    }
}
