package dev.harken.bench;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.harken.linux.Descriptors;
import dev.harken.linux.SignalFd;
import dev.harken.linux.Signals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Runs an action at SIGINT or SIGTERM. The launcher starts the JVM with both blocked: then they are
 * read from a signalfd and the command ends by itself. Without the launcher the JVM's own handling
 * begins to shut down, and this holds it up until the command is done.
 */
final class Interrupts implements AutoCloseable {

    private static final long LONGEST_HOLD_SECONDS = 10;

    private final Runnable action;
    private final CountDownLatch done = new CountDownLatch(1);
    private final Optional<Thread> hook;

    private volatile boolean seen;

    /** Runs {@code action} at the first signal, on a thread of its own. */
    Interrupts(final Runnable action) {
        this.action = action;
        if (isBlocked()) {
            hook = Optional.empty();
            Thread.ofPlatform().daemon().name("harken-load-signals").start(this::read);
        } else {
            final Thread thread =
                    Thread.ofPlatform().name("harken-load-hook").unstarted(this::hold);
            hook = Optional.of(thread);
            Runtime.getRuntime().addShutdownHook(thread);
        }
    }

    /** Whether there was a signal. */
    boolean seen() {
        return seen;
    }

    /** The command has printed what it has to: a shutdown that waits goes on. */
    @Override
    public void close() {
        done.countDown();
        if (!seen && hook.isPresent()) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook.get());
            } catch (final IllegalStateException shuttingDown) {
                // The hook runs already, and finds the latch open.
            }
        }
    }

    private static boolean isBlocked() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(Signals.SET_BYTES, Long.BYTES);
            return Signals.pthreadSigmask(Signals.SIG_BLOCK, MemorySegment.NULL, mask) == 0
                    && Signals.contains(mask, Signals.SIGINT);
        }
    }

    private void read() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(Signals.SET_BYTES, Long.BYTES);
            Signals.putSet(mask, Signals.SIGINT, Signals.SIGTERM);
            final int fd = SignalFd.signalfd(-1, mask, SignalFd.SFD_CLOEXEC);
            if (fd < 0) {
                return;
            }
            final MemorySegment info = arena.allocate(SignalFd.INFO_BYTES, Long.BYTES);
            final long count = Descriptors.read(fd, info, SignalFd.INFO_BYTES);
            Descriptors.close(fd);
            if (count > 0 && info.get(JAVA_INT, 0) != 0) {
                seen = true;
                action.run();
            }
        }
    }

    private void hold() {
        if (done.getCount() == 0) {
            return;
        }
        seen = true;
        action.run();
        try {
            final boolean _ = done.await(LONGEST_HOLD_SECONDS, TimeUnit.SECONDS);
        } catch (final InterruptedException impatient) {
            Thread.currentThread().interrupt();
        }
    }
}
