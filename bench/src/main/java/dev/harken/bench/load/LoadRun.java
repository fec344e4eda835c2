package dev.harken.bench.load;

import dev.harken.netty.Affinity;
import dev.harken.netty.Transport;
import dev.harken.netty.TransportChoice;

import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A load that is being sent. {@link #start} connects and starts the clock, {@link #await} waits for
 * the end; {@link #stop} is for any thread.
 *
 * <pre>{@code
 * final LoadPlan plan =
 *         LoadPlan.builder("http://127.0.0.1:8080/")
 *                 .pace(Pace.open(1000))
 *                 .duration(Duration.ofSeconds(10))
 *                 .build();
 * try (LoadRun run = LoadRun.start(plan)) {
 *     final LoadResult result = run.await(LoadObserver.NONE);
 * }
 * }</pre>
 */
public final class LoadRun implements AutoCloseable {

    private static final long HEAD_START_NANOS = 5_000_000;

    /** So that closed connections can finish what they have left for later. */
    private static final long QUIET_MILLIS = 20;

    private static final long LONGEST_SHUTDOWN_MILLIS = 5_000;

    private final LoadPlan plan;
    private final TransportChoice transport;
    private final MultiThreadIoEventLoopGroup group;
    private final List<LoadThread> threads = new ArrayList<>();
    private final List<Integer> threadIds = new ArrayList<>();
    private final CompletableFuture<Long> stopped = new CompletableFuture<>();

    private @Nullable SslContext tls;
    private long startNanos;

    private LoadRun(final LoadPlan plan) {
        this.plan = plan;
        this.transport = TransportChoice.choose(plan.transport());
        this.group = Loops.group(transport.transport(), plan.threads());
    }

    /**
     * Resolves names, makes the connections that are kept, and starts the load. Blocks until then.
     *
     * @throws LoadException if it can't: a limit, a name, no connection to any target
     * @throws IllegalStateException if the transport asked for does not work here
     * @throws InterruptedException if the wait is interrupted; nothing is left open
     */
    public static LoadRun start(final LoadPlan plan) throws LoadException, InterruptedException {
        Preparation.checkDescriptors(plan);
        final LoadRun run = new LoadRun(plan);
        try {
            run.prepare();
            run.preconnect();
            run.begin();
            return run;
        } catch (final LoadException | RuntimeException | InterruptedException failed) {
            run.close();
            throw failed;
        }
    }

    /**
     * Starts a load and waits for its end.
     *
     * @throws LoadException as {@link #start}
     * @throws InterruptedException if the wait is interrupted; the load is stopped then
     */
    public static LoadResult run(final LoadPlan plan) throws LoadException, InterruptedException {
        try (LoadRun run = start(plan)) {
            return run.await(LoadObserver.NONE);
        }
    }

    /**
     * How many connections this process may have, as its limit of descriptors allows.
     *
     * @param threads of the plan
     * @param wanted the answer where the limit allows more
     */
    public static int mostConnections(final int threads, final int wanted) {
        return (int) Math.min(wanted, Preparation.mostConnections(threads));
    }

    /** What is being sent. */
    public LoadPlan plan() {
        return plan;
    }

    /** The transport in use and why. */
    public TransportChoice transport() {
        return transport;
    }

    /**
     * Waits until the load has ended: all requests sent and answered, or given up after the
     * timeout. Call it once.
     *
     * @param observer is told every second
     * @throws InterruptedException if the wait is interrupted
     */
    public LoadResult await(final LoadObserver observer) throws InterruptedException {
        return new LoadWatch(plan, transport, threads, threadIds, startNanos, stopped)
                .watch(observer);
    }

    /** Sends nothing more; {@link #await} returns within about a second what was measured. */
    public void stop() {
        final long now = System.nanoTime();
        if (stopped.complete(now)) {
            threads.forEach(thread -> thread.loop().execute(() -> thread.stop(now)));
        }
    }

    /** Closes what is open and ends the threads; does nothing the second time. */
    @Override
    public void close() {
        if (!group.isShuttingDown()) {
            threads.forEach(thread -> thread.call(thread::close).join());
            group.shutdownGracefully(QUIET_MILLIS, LONGEST_SHUTDOWN_MILLIS, TimeUnit.MILLISECONDS)
                    .awaitUninterruptibly();
            if (tls != null) {
                ReferenceCountUtil.release(tls);
            }
        }
    }

    private void prepare() throws LoadException, InterruptedException {
        tls = Tls.context(plan).orElse(null);
        final List<InetSocketAddress> remotes = new ArrayList<>();
        for (final Target target : plan.targets()) {
            remotes.add(Preparation.resolve(target));
        }
        final List<BitSet> cpus = Affinity.assign(plan.affinity(), plan.threads());
        for (int index = 0; index < plan.threads(); index++) {
            final LoadThread thread = new LoadThread(group.next(), plan);
            threads.add(thread);
            final BitSet own = cpus.get(index);
            threadIds.add(get(thread.call(() -> thread.begin(own))));
            for (int target = 0; target < remotes.size(); target++) {
                final int lane = index * remotes.size() + target;
                final Lane made = lane(thread, lane, target, remotes.get(target));
                get(thread.call(() -> add(thread, made)));
            }
        }
    }

    private Lane lane(
            final LoadThread thread,
            final int lane,
            final int target,
            final InetSocketAddress remote) {
        final Transport chosen = transport.transport();
        final int lanes = laneCount();
        final Dialer dialer =
                new Dialer(
                        thread.loop(),
                        chosen,
                        remote,
                        Preparation.sources(plan, remote.getAddress()),
                        lane,
                        lanes);
        final Wiring wiring = new Wiring(plan, plan.targets().get(target), tls);
        final int connections =
                plan.connections() / lanes + (lane < plan.connections() % lanes ? 1 : 0);
        return new Lane(thread, plan, wiring, dialer, connections);
    }

    private static boolean add(final LoadThread thread, final Lane lane) {
        thread.add(lane);
        return true;
    }

    /** Kept connections are made before the clock starts: a load is not a storm of handshakes. */
    private void preconnect() throws LoadException, InterruptedException {
        threads.forEach(thread -> thread.loop().execute(thread::watchTimeouts));
        if (!plan.keepAlive()) {
            return;
        }
        final List<List<CompletableFuture<Lane.Preconnected>>> begun = new ArrayList<>();
        for (final LoadThread thread : threads) {
            begun.add(get(thread.call(() -> preconnect(thread))));
        }
        for (int target = 0; target < plan.targets().size(); target++) {
            int ready = 0;
            @Nullable ErrorClass error = null;
            for (final List<CompletableFuture<Lane.Preconnected>> lanes : begun) {
                final Lane.Preconnected outcome = get(lanes.get(target));
                ready += outcome.ready();
                error = outcome.error() == null ? error : outcome.error();
            }
            if (ready == 0 && error != null) {
                throw noConnection(plan.targets().get(target), error);
            }
        }
    }

    private static List<CompletableFuture<Lane.Preconnected>> preconnect(final LoadThread thread) {
        final List<CompletableFuture<Lane.Preconnected>> begun = new ArrayList<>();
        for (final Lane lane : thread.lanes()) {
            begun.add(lane.preconnect());
        }
        return begun;
    }

    private LoadException noConnection(final Target target, final ErrorClass error)
            throws LoadException, InterruptedException {
        final @Nullable String said =
                get(threads.getFirst().call(() -> threads.getFirst().tally().example(error)));
        final String remedy =
                switch (error) {
                    case REFUSED -> "start the server, or check host and port";
                    case TLS ->
                            "check certificate and protocol; -k accepts any certificate, and"
                                    + " HTTP/2 needs a server that offers h2";
                    case TIMEOUT -> "check address and firewall, or raise --timeout";
                    case LOCAL -> "this host is out of ports or descriptors; use fewer connections";
                    default -> "check that the server speaks this protocol on this port";
                };
        return new LoadException(
                "connect "
                        + target
                        + ": "
                        + error.label()
                        + (said == null ? "" : " (" + said + ")")
                        + "; "
                        + remedy);
    }

    private void begin() {
        startNanos = System.nanoTime() + HEAD_START_NANOS;
        for (final LoadThread thread : threads) {
            final int first = threads.indexOf(thread) * plan.targets().size();
            thread.loop().execute(() -> begin(thread, first));
        }
    }

    private void begin(final LoadThread thread, final int first) {
        for (int index = 0; index < thread.lanes().size(); index++) {
            thread.lanes()
                    .get(index)
                    .start(new Pacer(plan, startNanos, first + index, laneCount()));
        }
    }

    private int laneCount() {
        return plan.threads() * plan.targets().size();
    }

    private static <T> T get(final CompletableFuture<T> future)
            throws LoadException, InterruptedException {
        try {
            return future.get();
        } catch (final ExecutionException failed) {
            if (failed.getCause() instanceof final LoadException known) {
                throw known;
            }
            throw new IllegalStateException(failed.getCause());
        }
    }
}
