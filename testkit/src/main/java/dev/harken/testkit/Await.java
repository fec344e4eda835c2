package dev.harken.testkit;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;

/** Waits for a condition instead of sleeping for luck. Blocks the calling thread. */
public final class Await {

    /** How long to wait when the caller does not say. */
    public static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(10);

    private static final long POLL_NANOS = Duration.ofMillis(1).toNanos();

    private Await() {}

    /**
     * Waits up to {@link #DEFAULT_DEADLINE} until a condition holds.
     *
     * @param expectation what is waited for, for the message
     * @throws AssertionError if it does not hold in time; the last exception of {@code condition}
     *     is the cause
     */
    public static void until(final String expectation, final Callable<Boolean> condition) {
        until(expectation, DEFAULT_DEADLINE, condition);
    }

    /**
     * Waits until a condition holds.
     *
     * @param expectation what is waited for, for the message
     * @throws AssertionError if it does not hold in time; the last exception of {@code condition}
     *     is the cause
     */
    public static void until(
            final String expectation, final Duration deadline, final Callable<Boolean> condition) {
        value(
                expectation,
                deadline,
                () -> condition.call() ? Optional.of(Boolean.TRUE) : Optional.empty());
    }

    /**
     * Waits until there is a value.
     *
     * @param expectation what is waited for, for the message
     * @throws AssertionError if there is none in time; the last exception of {@code source} is the
     *     cause
     */
    public static <T> T value(
            final String expectation, final Duration deadline, final Callable<Optional<T>> source) {
        final long end = System.nanoTime() + deadline.toNanos();
        while (true) {
            Exception failure = null;
            try {
                final Optional<T> value = source.call();
                if (value.isPresent()) {
                    return value.get();
                }
            } catch (final Exception thrown) {
                failure = thrown;
            }
            if (System.nanoTime() - end > 0) {
                throw new AssertionError(
                        "not within " + deadline.toMillis() + " ms: " + expectation, failure);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw new AssertionError("interrupted while waiting: " + expectation, failure);
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
    }
}
