package dev.harken.server.lifecycle;

import dev.harken.conf.LogLevel;

import org.jspecify.annotations.Nullable;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Runs a server from its start to its end as signals ask.
 *
 * <p>Two threads take part: the signal thread calls {@link #receive}; the control thread, usually
 * main, runs {@link #run} and does all the work, so that it can keep rights which workers must not
 * have.
 */
public final class Lifecycle {
    /** What the server is doing. */
    private enum State {
        STARTING,
        COMMITTED,
        SERVING,
        DRAINING
    }

    private final BlockingQueue<ServerSignal> pending = new LinkedBlockingQueue<>();
    private final Runnable abandonStart;

    // Guarded by this.
    private State state = State.STARTING;
    private @Nullable ManagedServer server;

    /**
     * Creates the life cycle of a server that is about to start.
     *
     * @param abandonStart ends the process while it starts; called on the signal thread
     */
    public Lifecycle(final Runnable abandonStart) {
        this.abandonStart = abandonStart;
    }

    /** Takes a signal; signal thread. */
    public void receive(final ServerSignal signal) {
        final ManagedServer draining;
        synchronized (this) {
            final boolean stops = signal == ServerSignal.TERM || signal == ServerSignal.INT;
            if (state == State.STARTING && (stops || signal == ServerSignal.QUIT)) {
                abandonStart.run();
                return;
            }
            draining = state == State.DRAINING && stops ? server : null;
            if (draining == null) {
                pending.add(signal);
            }
        }
        if (draining != null) {
            // The control thread waits for requests to end; this makes them end.
            draining.stop();
        }
    }

    /**
     * Lets signals wait for {@link #run} from now on, because the start has made something that
     * only an orderly end takes away; control thread.
     */
    public synchronized void commit() {
        state = State.COMMITTED;
    }

    /**
     * Obeys signals until one has ended the server; control thread.
     *
     * @throws InterruptedException when the calling thread is interrupted
     */
    public void run(final ManagedServer started) throws InterruptedException {
        synchronized (this) {
            server = started;
            state = State.SERVING;
        }
        boolean running = true;
        while (running) {
            running = obey(pending.take(), started);
        }
    }

    /** Returns whether the server still runs. */
    private boolean obey(final ServerSignal signal, final ManagedServer running) {
        switch (signal) {
            case TERM, INT -> {
                running.log(LogLevel.NOTICE, signal.text() + " received, exiting");
                running.stop();
                return false;
            }
            case QUIT -> {
                running.log(LogLevel.NOTICE, signal.text() + " received, shutting down");
                synchronized (this) {
                    state = State.DRAINING;
                }
                // One that came before the state changed is in the queue still.
                if (pending.contains(ServerSignal.TERM) || pending.contains(ServerSignal.INT)) {
                    running.stop();
                } else {
                    running.drain();
                }
                return false;
            }
            case HUP -> {
                running.log(LogLevel.NOTICE, signal.text() + " received, reconfiguring");
                running.reload();
            }
            case USR1 -> {
                running.log(LogLevel.NOTICE, signal.text() + " received, reopening logs");
                running.reopenLogs();
            }
            case USR2 ->
                    running.log(
                            LogLevel.WARN,
                            signal.text()
                                    + " received, ignored: replacing the running program is not"
                                    + " supported yet; stop it with QUIT and start the new one");
            // A terminal sends it whenever its window changes.
            case WINCH ->
                    running.log(
                            LogLevel.NOTICE,
                            signal.text() + " received, ignored: not supported yet");
        }
        return true;
    }
}
