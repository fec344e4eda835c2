package dev.harken.netty;

import io.netty.channel.Channel;

/**
 * One listening socket in one event loop, on one transport. It owns its descriptor. Every method
 * belongs to the worker thread.
 */
interface ListenPoint {

    /** Who waits on the socket besides this loop. */
    enum Sharing {
        /** Nobody. */
        ALONE,
        /** Others, and the kernel wakes one of them. */
        EXCLUSIVE,
        /** Others, and the kernel wakes them all. */
        ALL
    }

    /** What a listen point tells its acceptor. */
    interface Events {

        /** A connection may be in the queue: {@link #accept()}, then {@link #arm()} again. */
        void ready();

        /**
         * The kernel has accepted a connection: {@link #child()} has it.
         *
         * @param more whether the queue held another
         */
        void accepted(boolean more);

        /** The kernel could not accept. */
        void failed(int errno);
    }

    /** Begins to wait for connections; no effect if it does already. */
    void arm();

    /** Ends the wait; what the kernel has accepted by then still arrives. */
    void disarm();

    /** Runs an action when the wait has ended; at once if the transport ends it at once. */
    default void whenDisarmed(final Runnable action) {
        action.run();
    }

    /** Whether the queue may hold a connection: cheaper to ask than to accept in vain. */
    default boolean mayHoldConnection() {
        return true;
    }

    /**
     * Takes the next connection from the queue without waiting.
     *
     * @return {@code -errno}, or ≥ 0 and then {@link #child()} is that connection
     */
    int accept();

    /**
     * The accepted connection as a channel that is not registered yet.
     *
     * @throws RuntimeException if no channel can be made of it; it is closed then
     */
    Channel child();

    /**
     * Goes to the end of the line of those who wait, where the transport doesn't do so by itself.
     */
    default void rotate() {}

    /**
     * Ends the wait and closes the descriptor.
     *
     * @param done runs on the worker when the kernel has let go of it
     */
    void close(Runnable done);
}
