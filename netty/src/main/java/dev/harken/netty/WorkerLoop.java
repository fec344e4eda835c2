package dev.harken.netty;

import io.netty.channel.IoHandle;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.IoRegistration;
import io.netty.channel.SingleThreadIoEventLoop;
import io.netty.util.concurrent.Future;

import java.util.concurrent.ThreadFactory;

/**
 * The event loop of one worker: Netty's, with the worker told when a turn begins, when the wait is
 * over and when the turn ends.
 *
 * <p>Two things differ from Netty's own. Without a timer the wait has no end, where Netty would
 * wake each second and, on io_uring, submit a timeout in every turn. And the wait is capped while
 * the accept mutex is in other hands.
 */
final class WorkerLoop extends SingleThreadIoEventLoop {

    private static final long NO_DEADLINE = -1;

    private final Worker worker;
    private final IoHandlerContext turn = new Turn();

    WorkerLoop(final Worker worker, final ThreadFactory threads, final IoHandlerFactory handlers) {
        super(null, threads, handlers);
        this.worker = worker;
    }

    Worker worker() {
        return worker;
    }

    /**
     * Registers a handle at once. Worker thread only.
     *
     * @throws IllegalStateException if the loop refuses, as when it is shutting down
     */
    IoRegistration registerNow(final IoHandle handle) {
        assert inEventLoop();
        final Future<IoRegistration> registration = register(handle);
        if (!registration.isSuccess()) {
            throw new IllegalStateException(
                    "event loop of " + worker.name() + " refuses a listening socket",
                    registration.cause());
        }
        return registration.getNow();
    }

    @Override
    protected int runIo() {
        worker.turnBegins();
        final int handled = ioHandler().run(turn);
        worker.turnEnds();
        return handled;
    }

    /**
     * Netty closes the channels at the end of a turn that saw the shutdown, then asks this. A
     * shutdown that comes between the two would end the loop with its channels open.
     */
    @Override
    protected boolean confirmShutdown() {
        if (!isShuttingDown()) {
            return false;
        }
        ioHandler().prepareToDestroy();
        return super.confirmShutdown();
    }

    /** What the handler asks about the wait, on the worker thread. */
    private final class Turn implements IoHandlerContext {

        @Override
        public boolean canBlock() {
            return !hasTasks() && !hasScheduledTasks();
        }

        @Override
        public long delayNanos(final long currentTimeNanos) {
            final long timer = nextScheduledTaskNano();
            final long longest = worker.longestWaitNanos();
            return timer == NO_DEADLINE ? longest : Math.min(timer, longest);
        }

        @Override
        public long deadlineNanos() {
            final long timer = nextScheduledTaskDeadlineNanos();
            final long longest = worker.longestWaitNanos();
            if (longest == Long.MAX_VALUE) {
                return timer;
            }
            final long cap = ticker().nanoTime() + longest;
            return timer == NO_DEADLINE ? cap : Math.min(timer, cap);
        }

        /**
         * Every handler asks this between the wait and the first event, which is the moment to
         * accept before other work and to let go of the accept mutex.
         */
        @Override
        public boolean shouldReportActiveIoTime() {
            worker.woke();
            return false;
        }
    }
}
