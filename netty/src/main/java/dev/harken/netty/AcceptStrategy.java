package dev.harken.netty;

import java.time.Duration;

/**
 * Which worker gets a new connection, and who wakes for it. The data plane is the same under all.
 *
 * <p>What is common: with {@link #multiAccept()} off a worker takes one connection each time its
 * listening socket is ready, with it on until the queue is empty or a fair bound is reached, as
 * nginx's {@code multi_accept}.
 */
public sealed interface AcceptStrategy {

    /** Whether a worker empties the accept queue when it wakes. */
    boolean multiAccept();

    /** The name used in configurations and reports: the type's, in lower case. */
    String name();

    /**
     * One listening socket per worker; the kernel chooses by a hash of the addresses.
     *
     * <p>On io_uring the socket has one multishot accept, which costs no submission per connection
     * and delivers all there are, whatever {@link #multiAccept()} says.
     */
    record Reuseport(boolean multiAccept) implements AcceptStrategy {
        @Override
        public String name() {
            return "reuseport";
        }
    }

    /**
     * One socket for all; the kernel wakes one waiting worker. What nginx does with a plain {@code
     * listen}.
     *
     * <p>Handed out evenly. On io_uring each worker has one single-shot accept and goes to the end
     * of the socket's wait queue as it submits the next. With epoll (EPOLLEXCLUSIVE) a woken worker
     * stays at the head of that queue and would take nearly all: it is removed and added again
     * after {@code rotateEvery} accepted connections. {@code java.nio} has no such wait: refused
     * there.
     *
     * @param rotateEvery connections a worker accepts before it goes to the end of the queue, ≥ 1;
     *     nginx uses 16
     */
    record Exclusive(boolean multiAccept, int rotateEvery) implements AcceptStrategy {
        /** Checks the range. */
        public Exclusive {
            if (rotateEvery < 1) {
                throw new IllegalArgumentException(
                        "rotateEvery: " + rotateEvery + " (expected: ≥ 1)");
            }
        }

        @Override
        public String name() {
            return "exclusive";
        }
    }

    /**
     * One socket for all; only the worker that holds a lock waits on it, as nginx's {@code
     * accept_mutex}.
     *
     * <p>The lock is tried once per loop turn and never waited for. The holder accepts first, lets
     * go of the lock, then works. Who missed it stops polling the socket and waits at most {@code
     * delay}. A worker with more than 7/8 of its connections in use stands back. Evenness is not
     * promised.
     *
     * @param delay how long a worker that missed the lock may sleep before it tries again, &gt; 0
     */
    record Mutex(Duration delay, boolean multiAccept) implements AcceptStrategy {
        /** Checks the range. */
        public Mutex {
            if (delay.isNegative() || delay.isZero()) {
                throw new IllegalArgumentException("delay: " + delay + " (expected: > 0)");
            }
        }

        @Override
        public String name() {
            return "mutex";
        }
    }

    /**
     * One socket for all and every worker wakes for each connection: the thundering herd, for
     * comparison. Evenness is not promised.
     */
    record Herd(boolean multiAccept) implements AcceptStrategy {
        @Override
        public String name() {
            return "herd";
        }
    }

    /**
     * One thread of its own accepts and hands each connection to the worker that has the fewest,
     * for hosts without SO_REUSEPORT.
     */
    record Dispatch(boolean multiAccept) implements AcceptStrategy {
        @Override
        public String name() {
            return "dispatch";
        }
    }

    /** {@link Reuseport} that empties the queue. */
    static AcceptStrategy reuseport() {
        return new Reuseport(true);
    }

    /** {@link Exclusive} that takes one connection per wakeup and rotates at each. */
    static AcceptStrategy exclusive() {
        return new Exclusive(false, 1);
    }

    /** {@link Mutex} with nginx's delay of 500 ms. */
    static AcceptStrategy mutex() {
        return new Mutex(Duration.ofMillis(500), false);
    }

    /** {@link Herd} that takes one connection per wakeup. */
    static AcceptStrategy herd() {
        return new Herd(false);
    }

    /** {@link Dispatch} that empties the queue. */
    static AcceptStrategy dispatch() {
        return new Dispatch(true);
    }

    /** The same strategy with {@code multi_accept} on or off. */
    default AcceptStrategy withMultiAccept(final boolean on) {
        return switch (this) {
            case Reuseport _ -> new Reuseport(on);
            case Exclusive exclusive -> new Exclusive(on, exclusive.rotateEvery());
            case Mutex mutex -> new Mutex(mutex.delay(), on);
            case Herd _ -> new Herd(on);
            case Dispatch _ -> new Dispatch(on);
        };
    }
}
