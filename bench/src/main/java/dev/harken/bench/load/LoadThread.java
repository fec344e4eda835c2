package dev.harken.bench.load;

import dev.harken.linux.Errno;
import dev.harken.linux.Scheduler;

import io.netty.channel.IoEventLoop;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** One event loop with its lanes and its tally. Methods say on which thread they run. */
final class LoadThread {

    private static final long SHORTEST_SWEEP_NANOS = 5_000_000;
    private static final long LONGEST_SWEEP_NANOS = 250_000_000;
    private static final int SWEEPS_PER_TIMEOUT = 20;

    private final IoEventLoop loop;
    private final long timeoutNanos;
    private final CompletableFuture<Void> finished = new CompletableFuture<>();

    // Loop thread only.
    private final List<Lane> lanes = new ArrayList<>();
    private Tally tally = new Tally();
    private Tally spare = new Tally();

    LoadThread(final IoEventLoop loop, final LoadPlan plan) {
        this.loop = loop;
        this.timeoutNanos = plan.timeout().toNanos();
    }

    /** Any thread. */
    IoEventLoop loop() {
        return loop;
    }

    /** Completes when every lane has nothing more to send nor to wait for. Any thread. */
    CompletableFuture<Void> finished() {
        return finished;
    }

    /** Runs a task on the loop. Any thread. */
    <T> CompletableFuture<T> call(final Callable<T> task) {
        final CompletableFuture<T> result = new CompletableFuture<>();
        loop.execute(
                () -> {
                    try {
                        result.complete(task.call());
                    } catch (final Throwable thrown) {
                        result.completeExceptionally(thrown);
                    }
                });
        return result;
    }

    /**
     * Binds the thread to its CPUs. Loop thread.
     *
     * @param cpus empty for none in particular
     * @return the kernel's number of this thread
     */
    int begin(final BitSet cpus) throws LoadException {
        if (!cpus.isEmpty()) {
            final int result = Scheduler.setAffinity(0, cpus);
            if (result < 0) {
                throw new LoadException(
                        "pin to CPUs "
                                + cpus
                                + ": "
                                + Errno.name(-result)
                                + " "
                                + Errno.describe(-result)
                                + "; name CPUs that this process may use (taskset -p $$)");
            }
        }
        return Scheduler.gettid();
    }

    /** Loop thread. */
    void add(final Lane lane) {
        lanes.add(lane);
    }

    /** Loop thread. */
    List<Lane> lanes() {
        return lanes;
    }

    /** Looks for calls and connections that take too long, from now on. Loop thread. */
    void watchTimeouts() {
        final long period =
                Math.clamp(
                        timeoutNanos / SWEEPS_PER_TIMEOUT,
                        SHORTEST_SWEEP_NANOS,
                        LONGEST_SWEEP_NANOS);
        final var _ =
                loop.scheduleWithFixedDelay(this::sweep, period, period, TimeUnit.NANOSECONDS);
    }

    /** Loop thread. */
    Tally tally() {
        return tally;
    }

    /**
     * Hands over what was counted since the last time; it must be given back by {@link #recycle}
     * before the next. Loop thread.
     */
    Tally swap() {
        final Tally full = tally;
        tally = spare;
        return full;
    }

    /** Takes back a tally that has been read. Any thread, never while {@link #swap} may run. */
    void recycle(final Tally read) {
        read.reset();
        spare = read;
    }

    /** Loop thread. */
    void laneFinished() {
        if (lanes.stream().allMatch(Lane::isFinished)) {
            finished.complete(null);
        }
    }

    /** Loop thread. */
    void stop(final long now) {
        lanes.forEach(lane -> lane.stop(now));
    }

    /**
     * Closes the connections. Loop thread.
     *
     * @return requests that were due and not sent
     */
    long close() {
        lanes.forEach(Lane::close);
        return lanes.stream().mapToLong(Lane::unsent).sum();
    }

    private void sweep() {
        final long since = System.nanoTime() - timeoutNanos;
        lanes.forEach(lane -> lane.sweep(since));
    }
}
