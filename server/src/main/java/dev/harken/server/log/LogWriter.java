package dev.harken.server.log;

import dev.harken.conf.LogTarget;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

/**
 * The thread that writes all log files.
 *
 * <p>Producers append to bounded queues and wake the thread only when it sleeps for want of work;
 * while there is work it looks every {@value #PERIOD_MILLIS} ms, so that a busy worker pays no
 * system call for a log line. Safe for use by several threads.
 */
public final class LogWriter implements AutoCloseable {
    private static final System.Logger LOGGER = System.getLogger(LogWriter.class.getName());
    private static final int PERIOD_MILLIS = 50;
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

    private final Map<String, LogFile> files = new LinkedHashMap<>();
    private final ConcurrentLinkedQueue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Thread thread;
    private volatile boolean idle;
    private volatile boolean closed;

    /** Starts the thread. */
    public LogWriter() {
        thread = Thread.ofPlatform().name("harken-log").daemon(true).start(this::run);
    }

    /**
     * Returns the file for {@code target}, opening it unless it is open already.
     *
     * @param target an absolute path, or {@code stderr}
     * @throws IOException when the file can't be opened
     */
    synchronized LogFile file(final String target) throws IOException {
        final LogFile known = files.get(target);
        if (known != null) {
            return known;
        }
        final LogFile fresh = new LogFile(target);
        files.put(target, fresh);
        return fresh;
    }

    /** Returns the name under which {@link #file} knows a target. */
    static String name(final LogTarget target) {
        return switch (target) {
            case LogTarget.File(final Path path) -> path.toString();
            case LogTarget.Stderr() -> LogFile.STDERR;
        };
    }

    /** Wakes the thread if it sleeps because there was nothing to write. */
    void wakeIfIdle() {
        // The line must be seen before the flag is read, or both sides could miss each other.
        VarHandle.fullFence();
        if (idle) {
            wake();
        }
    }

    /** Makes the thread look at once. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /**
     * Opens every file anew under its path, as after a rotation, and returns when that is done.
     *
     * @throws IOException when a file could not be opened; it then keeps writing to the old one
     */
    public void reopen() throws IOException {
        final CompletableFuture<Void> done = new CompletableFuture<>();
        tasks.add(() -> reopenAll(done));
        wake();
        try {
            done.get(CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (final TimeoutException e) {
            throw new IOException("reopening the logs: the log thread does not answer", e);
        } catch (final ExecutionException e) {
            throw new IOException(String.valueOf(e.getCause()), e.getCause());
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("reopening the logs: interrupted", e);
        }
    }

    /** Writes what waits, closes all files and ends the thread; waits at most five seconds. */
    @Override
    public void close() {
        closed = true;
        wake();
        try {
            thread.join(CLOSE_LIMIT);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        while (!closed) {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                task.run();
            }
            if (drainAll() > 0) {
                LockSupport.parkNanos(this, TimeUnit.MILLISECONDS.toNanos(PERIOD_MILLIS));
                continue;
            }
            idle = true;
            // A line that came between the drain and the flag would sleep with us: look again.
            if (drainAll() == 0 && tasks.isEmpty() && !closed) {
                LockSupport.park(this);
            }
            idle = false;
        }
        drainAll();
        closeAll();
    }

    private synchronized int drainAll() {
        int total = 0;
        for (final LogFile file : files.values()) {
            try {
                total += file.drain();
            } catch (final IOException e) {
                if (file.mayReport()) {
                    LOGGER.log(
                            System.Logger.Level.ERROR, "write \"" + file.target() + "\" failed", e);
                }
            }
            if (file.hasDropped() && (closed || file.mayReport())) {
                LOGGER.log(
                        System.Logger.Level.WARNING,
                        "\"{0}\": {1} lines dropped, they came faster than the file takes them",
                        file.target(),
                        file.takeDropped());
            }
        }
        return total;
    }

    private synchronized void reopenAll(final CompletableFuture<Void> done) {
        IOException failure = null;
        // A full disk must not keep a log from its new file.
        drainAll();
        for (final LogFile file : files.values()) {
            try {
                file.reopen();
            } catch (final IOException e) {
                failure = e;
            }
        }
        if (failure == null) {
            done.complete(null);
        } else {
            done.completeExceptionally(failure);
        }
    }

    private synchronized void closeAll() {
        for (final LogFile file : files.values()) {
            try {
                file.close();
            } catch (final IOException e) {
                LOGGER.log(System.Logger.Level.ERROR, "close \"" + file.target() + "\" failed", e);
            }
        }
        files.clear();
    }
}
