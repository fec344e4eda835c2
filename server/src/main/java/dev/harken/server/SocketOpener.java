package dev.harken.server;

import dev.harken.conf.LogLevel;
import dev.harken.linux.Errno;
import dev.harken.listen.ListenException;
import dev.harken.listen.ListenerGroup;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Opens all sockets or none. An address in use is tried again five times, half a second apart, as
 * nginx does, because the process that holds it may be about to end.
 */
final class SocketOpener {
    private static final int ATTEMPTS = 5;
    private static final long PAUSE_MILLIS = 500;

    private final StartObserver observer;
    private final List<SocketPlan> plans;
    private final @Nullable ListenerGroup[] groups;

    SocketOpener(final List<SocketPlan> plans, final StartObserver observer) {
        this.plans = plans;
        this.observer = observer;
        this.groups = new ListenerGroup[plans.size()];
    }

    /**
     * Opens the sockets; blocks for up to 2.5 seconds.
     *
     * @return the groups in the order of the plans
     * @throws StartException when one can't be opened; none stays open
     */
    List<ListenerGroup> open() throws StartException {
        boolean complete = false;
        try {
            for (int attempt = 1; !complete; attempt++) {
                final ListenException busy = openMissing();
                if (busy == null) {
                    complete = true;
                    break;
                }
                if (attempt == ATTEMPTS) {
                    throw new StartException("still could not bind()\n" + busy.getMessage(), busy);
                }
                observer.message(
                        LogLevel.NOTICE, "try again to bind() after " + PAUSE_MILLIS + "ms");
                pause();
            }
            return List.of(groups);
        } finally {
            if (!complete) {
                closeAll();
            }
        }
    }

    /**
     * Returns why an address is still in use, the last one of several, or null when all are open.
     */
    private @Nullable ListenException openMissing() throws StartException {
        ListenException busy = null;
        for (int i = 0; i < groups.length; i++) {
            if (groups[i] != null) {
                continue;
            }
            try {
                groups[i] = plans.get(i).config().open();
            } catch (final ListenException e) {
                if (e.errno() != Errno.EADDRINUSE) {
                    throw failure(plans.get(i), e);
                }
                busy = e;
                observer.message(LogLevel.EMERG, String.valueOf(e.getMessage()));
            } catch (final IOException e) {
                throw failure(plans.get(i), e);
            }
        }
        return busy;
    }

    private static StartException failure(final SocketPlan plan, final IOException cause) {
        return new StartException(
                cause.getMessage() + "\n(\"listen\" in " + plan.position().text() + ")", cause);
    }

    private static void pause() {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PAUSE_MILLIS);
        for (long rest = end - System.nanoTime(); rest > 0; rest = end - System.nanoTime()) {
            LockSupport.parkNanos(rest);
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }

    private void closeAll() {
        final List<ListenerGroup> open = new ArrayList<>();
        for (final ListenerGroup group : groups) {
            if (group != null) {
                open.add(group);
            }
        }
        open.forEach(ListenerGroup::close);
    }
}
