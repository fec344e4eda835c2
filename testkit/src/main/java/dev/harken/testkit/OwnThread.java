package dev.harken.testkit;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs code on a new platform thread and waits for it: for what the kernel keeps per thread. */
final class OwnThread {

    private OwnThread() {}

    /**
     * Runs code to its end.
     *
     * @throws Exception what {@code work} throws
     */
    static <T> T call(final String name, final Callable<T> work) throws Exception {
        final FutureTask<T> task = new FutureTask<>(work);
        final Thread thread = Thread.ofPlatform().name(name).start(task);
        thread.join();
        try {
            return task.get();
        } catch (final ExecutionException failure) {
            switch (failure.getCause()) {
                case final Exception exception -> throw exception;
                case final Error error -> throw error;
                case null, default -> throw failure;
            }
        }
    }
}
