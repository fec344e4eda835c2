package dev.harken.bench.load;

import io.netty.channel.IoEventLoop;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/**
 * The load of one thread on one target: its connections, and the requests that become due on them.
 * A request goes to the connection that has been idle for longest; while none is idle it waits, and
 * its latency runs. Loop thread only.
 */
final class Lane {

    /** Timers closer than this are one: a loop has more to do than to look at the clock. */
    private static final long LEAST_DELAY_NANOS = 50_000;

    /** How soon a closed loop tries again where no connection could be made. */
    private static final long RETRY_MILLIS = 20;

    private static final int PRECONNECTS_AT_A_TIME = 64;

    private final LoadThread thread;
    private final Wiring wiring;
    private final Dialer dialer;
    private final boolean keepsAlive;
    private final Slot[] slots;
    private final Deque<Slot> idle;

    private @Nullable Pacer pacer;
    private int outstanding;
    private boolean dispatching;
    private boolean wakePending;
    private boolean finished;

    private final CompletableFuture<Preconnected> preconnected = new CompletableFuture<>();
    private int preconnectsBegun;
    private int preconnectsReady;
    private int preconnectsOver;
    private @Nullable ErrorClass preconnectError;

    /**
     * How the connections made in advance have fared.
     *
     * @param error of the last one that failed
     */
    record Preconnected(int ready, int failed, @Nullable ErrorClass error) {}

    Lane(
            final LoadThread thread,
            final LoadPlan plan,
            final Wiring wiring,
            final Dialer dialer,
            final int connections) {
        this.thread = thread;
        this.wiring = wiring;
        this.dialer = dialer;
        this.keepsAlive = plan.keepAlive();
        this.slots = new Slot[connections];
        this.idle = new ArrayDeque<>(connections * plan.streams());
        for (int index = 0; index < connections; index++) {
            slots[index] = new Slot(this, plan.streams());
        }
        for (int stream = 0; stream < plan.streams(); stream++) {
            for (final Slot slot : slots) {
                idle.add(slot);
            }
        }
    }

    Wiring wiring() {
        return wiring;
    }

    Dialer dialer() {
        return dialer;
    }

    Tally tally() {
        return thread.tally();
    }

    boolean keepsAlive() {
        return keepsAlive;
    }

    /** Makes the connections before the clock starts, a few at a time. */
    CompletableFuture<Preconnected> preconnect() {
        final int first = Math.min(PRECONNECTS_AT_A_TIME, slots.length);
        preconnectsBegun = first;
        for (int index = 0; index < first; index++) {
            slots[index].connect();
        }
        return preconnected;
    }

    void start(final Pacer times) {
        pacer = times;
        dispatch();
    }

    void stop(final long now) {
        if (pacer != null) {
            pacer.stop(now);
            dispatch();
        }
    }

    boolean isFinished() {
        return finished;
    }

    long unsent() {
        return pacer == null ? 0 : pacer.unsent();
    }

    void sweep(final long sinceNanos) {
        for (final Slot slot : slots) {
            slot.sweep(sinceNanos);
        }
    }

    void close() {
        finished = true;
        for (final Slot slot : slots) {
            slot.close();
        }
    }

    void connected(final long begunNanos, final long nowNanos) {
        tally().connectionsMade++;
        if (counts(begunNanos)) {
            tally().record(Measure.CONNECT, nowNanos - begunNanos);
        }
    }

    void secured(final long begunNanos, final long nanos) {
        if (counts(begunNanos)) {
            tally().record(Measure.HANDSHAKE, nanos);
        }
    }

    void slotReady() {
        if (pacer == null) {
            preconnectsReady++;
            preconnectOver();
        }
    }

    void slotUnreachable(final ErrorClass error) {
        if (pacer == null) {
            preconnectError = error;
            preconnectOver();
        }
    }

    void replied(final Call call, final int status) {
        outstanding--;
        final Tally tally = tally();
        if (!call.measured) {
            tally.warmupAnswered++;
            return;
        }
        final long now = System.nanoTime();
        tally.answered++;
        tally.status(status);
        if (status >= Tally.LEAST_BAD_STATUS) {
            tally.error(ErrorClass.BAD_STATUS);
        }
        if (pacer().isOpen()) {
            tally.record(Measure.LATENCY, now - call.plannedNanos);
            tally.record(Measure.SEND_DELAY, call.begunNanos - call.plannedNanos);
        }
        tally.record(Measure.UNCORRECTED, now - call.begunNanos);
        tally.record(Measure.FIRST_BYTE, call.firstByteNanos - call.sentNanos);
        tally.record(Measure.SERVICE, now - call.sentNanos);
        tally.lastReplyNanos = now;
    }

    void failed(final Call call, final ErrorClass error) {
        outstanding--;
        if (call.measured) {
            tally().error(error);
            tally().failed++;
        } else {
            tally().warmupFailed++;
        }
    }

    /** Keeps what an error says, for the report. */
    void explain(final ErrorClass error, final @Nullable Throwable cause) {
        if (cause != null) {
            tally().example(error, Faults.text(cause));
        }
    }

    /** Room for calls has become free in a slot. */
    void idle(final Slot slot, final int count) {
        for (int index = 0; index < count; index++) {
            idle.add(slot);
        }
        dispatch();
    }

    /**
     * The same, where the next attempt would fail as this one did: a closed loop waits a little.
     */
    void idleLater(final Slot slot, final int count) {
        if (count > 0 && !pacer().isOpen()) {
            final var _ =
                    loop().schedule(() -> idle(slot, count), RETRY_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            idle(slot, count);
        }
    }

    private void dispatch() {
        final Pacer times = pacer;
        if (dispatching || finished || times == null) {
            return;
        }
        dispatching = true;
        long now = System.nanoTime();
        while (times.isDue(now)) {
            final Slot slot = idle.poll();
            if (slot == null) {
                break;
            }
            final long planned = times.take(now);
            final boolean measured = times.isMeasured(planned);
            if (measured) {
                tally().sent++;
                tally().lastSendNanos = now;
            }
            outstanding++;
            slot.begin(planned, now, measured);
            now = System.nanoTime();
        }
        dispatching = false;
        if (times.isExhausted(now)) {
            finishIfDone();
        } else if (!idle.isEmpty()) {
            wakeAt(times, now);
        }
    }

    private void wakeAt(final Pacer times, final long now) {
        if (!wakePending) {
            wakePending = true;
            final long delay = Math.max(LEAST_DELAY_NANOS, times.dueNanos() - now);
            final var _ = loop().schedule(this::wake, delay, TimeUnit.NANOSECONDS);
        }
    }

    private void wake() {
        wakePending = false;
        dispatch();
    }

    private void finishIfDone() {
        if (outstanding == 0 && !finished) {
            finished = true;
            thread.laneFinished();
        }
    }

    private void preconnectOver() {
        preconnectsOver++;
        if (preconnectsBegun < slots.length) {
            slots[preconnectsBegun++].connect();
        } else if (preconnectsOver == slots.length) {
            preconnected.complete(
                    new Preconnected(
                            preconnectsReady, slots.length - preconnectsReady, preconnectError));
        }
    }

    /** Whether a connection begun then belongs to what is measured. */
    private boolean counts(final long begunNanos) {
        return pacer == null || pacer.isMeasured(begunNanos);
    }

    private IoEventLoop loop() {
        return thread.loop();
    }

    private Pacer pacer() {
        return Objects.requireNonNull(pacer);
    }
}
