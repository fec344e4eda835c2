package dev.harken.listen;

import dev.harken.linux.Namespaces;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * Runs a test in a network namespace of its own, so that it may change sysctls. The namespace
 * belongs to one thread, is inherited by the processes that the thread starts, and is gone when
 * they end.
 */
final class PrivateNetwork {
    private PrivateNetwork() {}

    /** A body that may fail. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    static void run(final Body body) throws Exception {
        call(
                () -> {
                    body.run();
                    return true;
                });
    }

    static <T> T call(final Callable<T> body) throws Exception {
        Require.root();
        final CompletableFuture<T> result = new CompletableFuture<>();
        final Thread thread =
                Thread.ofPlatform()
                        .name("private-network")
                        .start(
                                () -> {
                                    try {
                                        enter();
                                        result.complete(body.call());
                                    } catch (Throwable failure) {
                                        result.completeExceptionally(failure);
                                    }
                                });
        thread.join();
        try {
            return result.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof Exception exception) {
                throw exception;
            }
            throw (Error) e.getCause();
        }
    }

    /** Sets a sysctl of the calling thread's namespace. */
    static void sysctl(final String name, final Object value) {
        try {
            Files.writeString(Path.of("/proc/sys", name.replace('.', '/')), value.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void enter() {
        final int result = Namespaces.unshare(Namespaces.CLONE_NEWNET);
        Require.that(result == 0, "needs a network namespace: unshare " + result);
        Processes.run(Require.tool("ip").toString(), "link", "set", "lo", "up").orFail();
    }
}
