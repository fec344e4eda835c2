package dev.harken.netty;

import dev.harken.listen.Listener;

import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;

/**
 * Accepts from one listener on one worker, and decides when to poll it: while it is started, its
 * worker has room, descriptors are free and, under the mutex, the worker holds it. Worker thread
 * only.
 *
 * <p>A lack of descriptors or memory suspends it: connections wait in the kernel's queue, where
 * nothing is lost, and it tries again every {@value #RETRY_MILLIS} ms.
 */
final class Acceptor implements ListenPoint.Events {

    /** Most connections taken from the queue before other work has its turn. */
    static final int FAIR_BATCH = 64;

    static final long RETRY_MILLIS = 20;

    private final Serving serving;
    private final Listener listener;
    private final Worker worker;
    private final Placement placement;
    private final boolean multiAccept;
    private final int rotateEvery;
    private final long mutexDelayNanos;
    private final AcceptMutex.@Nullable Member mutex;
    private final ListenPoint point;
    private final Queue<Channel> accepted = new ArrayDeque<>();

    private boolean started;
    private boolean permitted = true;
    private boolean broken;
    private @Nullable ScheduledFuture<?> retry;
    private long lastWakeupTurn = -1;
    private boolean tookSinceWakeup;
    private int sinceRotation;

    Acceptor(final Serving serving, final AcceptorPlan plan) {
        this.serving = serving;
        this.listener = plan.listener();
        this.worker = plan.worker();
        this.placement = plan.placement();
        this.multiAccept = plan.strategy().multiAccept();
        this.rotateEvery = plan.rotateEvery();
        this.mutexDelayNanos = plan.mutexDelayNanos();
        this.mutex = mutexDelayNanos > 0 ? worker.mutex() : null;
        this.point = plan.open(this);
    }

    Worker worker() {
        return worker;
    }

    void start() {
        assert worker.inWorker();
        started = true;
        worker.reserve().take();
        worker.add(this);
        if (mutex != null) {
            mutex.add(this, mutexDelayNanos);
        }
        update();
    }

    void stop(final Runnable done) {
        stop();
        point.whenDisarmed(done);
    }

    private void stop() {
        assert worker.inWorker();
        started = false;
        worker.remove(this);
        if (mutex != null) {
            mutex.remove(this);
        }
        cancelRetry();
        update();
    }

    void close(final Runnable done) {
        stop();
        point.close(done);
    }

    /** Lets it poll or not: the accept mutex. */
    void permit(final boolean on) {
        permitted = on;
        update();
    }

    /** Polls or stops to, after any of its reasons has changed. */
    void update() {
        if (permitted && canPoll()) {
            point.arm();
        } else {
            point.disarm();
        }
    }

    /** Whether it would poll if it were permitted to. */
    boolean canPoll() {
        return started && !broken && retry == null && placement.room() - accepted.size() > 0;
    }

    @Override
    public void ready() {
        wakeup();
        if (mutex == null) {
            accept();
            serveAccepted();
            update();
        }
        if (!tookSinceWakeup) {
            worker.counters().increment(WorkerMetric.EMPTY_WAKEUPS);
        }
        tookSinceWakeup = false;
    }

    @Override
    public void accepted(final boolean more) {
        wakeup();
        takeNext();
        if (multiAccept && more) {
            accept();
        }
        serveAccepted();
    }

    @Override
    public void failed(final int errno) {
        wakeup();
        answer(errno);
    }

    /** {@link #accept()}, in a turn that may have another reason. */
    void acceptIfReady() {
        if (canPoll() && point.mayHoldConnection()) {
            accept();
        }
    }

    /** Takes what the strategy allows from the queue, without serving it yet. */
    void accept() {
        final int most = multiAccept ? FAIR_BATCH : 1;
        for (int attempt = 0; attempt < most && canPoll(); attempt++) {
            if (attempt > 0 && !point.mayHoldConnection()) {
                break;
            }
            final int result = point.accept();
            if (result >= 0) {
                takeNext();
            } else if (answer(-result) != AcceptErrors.Answer.NEXT) {
                break;
            }
        }
    }

    /** Serves what was taken. */
    void serveAccepted() {
        for (Channel child = accepted.poll(); child != null; child = accepted.poll()) {
            placement.place(child, listener, serving);
        }
        if (sinceRotation >= rotateEvery) {
            sinceRotation = 0;
            point.rotate();
        }
        if (placement.room() <= 0) {
            standBack();
        }
    }

    private void takeNext() {
        final Channel child;
        try {
            child = point.child();
        } catch (final RuntimeException failed) {
            worker.counters().increment(WorkerMetric.ERRORS_OTHER);
            serving.acceptLog().unusable(listener, failed);
            return;
        }
        take(child);
    }

    private void take(final Channel child) {
        accepted.add(child);
        tookSinceWakeup = true;
        sinceRotation++;
        worker.acceptedOne();
        if (mutex != null) {
            mutex.accepted();
        }
    }

    private void wakeup() {
        final long turn = worker.turn();
        if (turn != lastWakeupTurn) {
            lastWakeupTurn = turn;
            worker.counters().increment(WorkerMetric.WAKEUPS);
        }
    }

    private void standBack() {
        worker.counters().increment(WorkerMetric.LIMIT_STOPS);
        if (!placement.tellsOfRoom()) {
            tryLater();
        }
        update();
    }

    private AcceptErrors.Answer answer(final int errno) {
        final AcceptErrors.Answer answer = AcceptErrors.answer(errno);
        if (answer == AcceptErrors.Answer.WAIT) {
            return answer;
        }
        worker.counters().increment(AcceptErrors.metric(errno));
        if (answer == AcceptErrors.Answer.SUSPEND) {
            suspend(errno);
        } else if (answer == AcceptErrors.Answer.STOP) {
            giveUp(errno);
        }
        return answer;
    }

    private void suspend(final int errno) {
        if (AcceptErrors.descriptors(errno)) {
            worker.reserve().close();
        }
        serving.acceptLog().suspended(listener, errno);
        tryLater();
        update();
    }

    private void tryLater() {
        if (started && retry == null) {
            retry = worker.loop().schedule(this::tryAgain, RETRY_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void tryAgain() {
        retry = null;
        if (!worker.reserve().take() || placement.room() <= 0) {
            tryLater();
        }
        update();
    }

    private void giveUp(final int errno) {
        broken = true;
        serving.acceptLog().stopped(listener, errno);
        update();
    }

    private void cancelRetry() {
        if (retry != null) {
            retry.cancel(false);
            retry = null;
        }
    }
}
