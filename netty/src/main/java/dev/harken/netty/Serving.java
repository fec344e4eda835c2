package dev.harken.netty;

import dev.harken.listen.ListenerGroup;

import io.netty.channel.ChannelHandler;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;

/**
 * Workers that accept from one group of listeners.
 *
 * <p>Any thread. Called on a worker thread, {@link #pause()}, {@link #resume()} and {@link
 * #close()} only post what is to be done; on any other they return when every worker has done it.
 */
public final class Serving implements AutoCloseable {

    private final Workers workers;
    private final ServeRequest request;
    private final List<Acceptor> acceptors = new ArrayList<>();

    private boolean accepting; // guarded by this
    private boolean closed; // guarded by this

    Serving(final Workers workers, final ServeRequest request) {
        this.workers = workers;
        this.request = request;
    }

    /** The listeners. Whoever opened them closes them, after this. */
    public ListenerGroup group() {
        return request.group();
    }

    /** The strategy in effect. */
    public AcceptStrategy strategy() {
        return request.strategy();
    }

    /** Whether the workers accept. */
    public synchronized boolean isAccepting() {
        return accepting;
    }

    /** Stops accepting: new connections wait in the kernel's queue, open ones go on. */
    public void pause() {
        await(change(false));
    }

    /**
     * Accepts again.
     *
     * @throws IllegalStateException if it was closed
     */
    public void resume() {
        await(change(true));
    }

    /**
     * Stops accepting for good and gives the workers' descriptors back. Open connections go on; the
     * listeners stay open, and what waits in their queues stays there. Does nothing the second
     * time.
     */
    @Override
    public void close() {
        final CompletableFuture<?> done;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            accepting = false;
            done = each(Acceptor::close);
        }
        workers.forget(this);
        await(done);
    }

    ChannelHandler handler() {
        return request.handler();
    }

    ChildOptions options() {
        return request.options();
    }

    AcceptLog acceptLog() {
        return workers.acceptLog();
    }

    /** Opens the sockets in the workers' loops, before this is handed out. */
    synchronized void open(final List<AcceptorPlan> plans) {
        if (closed) {
            throw new IllegalStateException("workers are closed");
        }
        for (final AcceptorPlan plan : plans) {
            acceptors.add(new Acceptor(this, plan));
        }
    }

    private synchronized CompletableFuture<?> change(final boolean accept) {
        if (closed && accept) {
            throw new IllegalStateException(group() + " is no longer served: closed");
        }
        if (closed || accepting == accept) {
            return CompletableFuture.completedFuture(null);
        }
        accepting = accept;
        return each(
                (acceptor, done) -> {
                    if (accept) {
                        acceptor.start();
                        done.run();
                    } else {
                        acceptor.stop(done);
                    }
                });
    }

    /** Posts in the order of the calls; nobody waits under the lock. */
    private CompletableFuture<?> each(final BiConsumer<Acceptor, Runnable> action) {
        final List<CompletableFuture<?>> all = new ArrayList<>(acceptors.size());
        for (final Acceptor acceptor : acceptors) {
            final CompletableFuture<?> done = new CompletableFuture<>();
            all.add(done);
            acceptor.worker()
                    .loop()
                    .execute(
                            () -> {
                                try {
                                    action.accept(acceptor, () -> done.complete(null));
                                } catch (final RuntimeException failed) {
                                    done.completeExceptionally(failed);
                                }
                            });
        }
        return CompletableFuture.allOf(all.toArray(CompletableFuture[]::new));
    }

    private void await(final CompletableFuture<?> done) {
        if (workers.onWorkerThread()) {
            return;
        }
        try {
            done.join();
        } catch (final CompletionException failed) {
            throw new IllegalStateException(
                    "accepting from " + group() + " failed", failed.getCause());
        }
    }
}
