package dev.harken.netty;

import dev.harken.linux.Errno;
import dev.harken.listen.Listener;

import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What goes wrong in accept: at most one line a minute for all workers. Any thread. */
final class AcceptLog {

    private static final System.Logger LOG = System.getLogger(AcceptLog.class.getName());
    private static final long PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final AtomicLong next = new AtomicLong(System.nanoTime());

    /**
     * Loads what a line about missing descriptors needs, while there are some: the time zones,
     * which most log formats ask for, and our own classes lie in files.
     */
    static void prepare() {
        final String line =
                ZonedDateTime.now(ZoneId.systemDefault())
                        + suspension("nothing", Errno.EMFILE)
                        + AcceptErrors.metric(Errno.EMFILE)
                        + AcceptErrors.answer(Errno.EMFILE);
        LOG.log(System.Logger.Level.TRACE, line);
    }

    /** Accepting pauses until the system has what it lacks. */
    void suspended(final Listener listener, final int errno) {
        if (due()) {
            warn(suspension(listener, errno));
        }
    }

    /** The socket has stopped being a listener; said every time, since it is said once a socket. */
    void stopped(final Listener listener, final int errno) {
        LOG.log(
                System.Logger.Level.ERROR,
                "accept {0}: {1} {2}; this worker no longer accepts here: someone shut the socket"
                        + " down",
                listener,
                Errno.name(errno),
                Errno.describe(errno));
    }

    /** A connection that no channel could be made of. */
    void unusable(final Listener listener, final RuntimeException cause) {
        if (due()) {
            LOG.log(System.Logger.Level.ERROR, "accept " + listener + ": closed one", cause);
        }
    }

    /** A log that needs a descriptor itself must not take the worker with it. */
    private static void warn(final String line) {
        try {
            LOG.log(System.Logger.Level.WARNING, line);
        } catch (final RuntimeException | Error unloggable) {
            // The counters have it.
        }
    }

    private static String suspension(final Object listener, final int errno) {
        return "accept "
                + listener
                + ": "
                + Errno.name(errno)
                + " "
                + Errno.describe(errno)
                + "; "
                + remedy(errno);
    }

    private boolean due() {
        final long now = System.nanoTime();
        final long due = next.get();
        return now - due >= 0 && next.compareAndSet(due, now + PERIOD_NANOS);
    }

    private static String remedy(final int errno) {
        return switch (errno) {
            case Errno.EMFILE ->
                    "clients wait in the queue until a descriptor is free: raise"
                            + " worker_rlimit_nofile, ulimit -n or LimitNOFILE=, or lower the"
                            + " connection limit";
            case Errno.ENFILE ->
                    "clients wait in the queue until a descriptor is free: raise sysctl"
                            + " fs.file-max";
            default -> "clients wait in the queue until the kernel has memory again";
        };
    }
}
