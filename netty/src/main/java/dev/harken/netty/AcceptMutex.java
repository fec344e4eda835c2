package dev.harken.netty;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * nginx's accept mutex among the workers of one group: tried once per loop turn, never waited for.
 * The semantics are those of src/event/ngx_event.c and ngx_event_accept.c, except that a worker
 * that stands back stops polling and still wakes within the delay, where nginx leaves its events in
 * place and may sleep longer.
 */
final class AcceptMutex {

    private final AtomicReference<@Nullable Member> holder = new AtomicReference<>();

    /** A worker's part in it. Worker thread only. */
    final class Member {

        private final Worker worker;
        private List<Acceptor> acceptors = List.of();

        private long delayNanos = Long.MAX_VALUE;
        private long longestWaitNanos = Long.MAX_VALUE;
        private boolean polling;
        private int turnsToStandBack;

        Member(final Worker worker) {
            this.worker = worker;
        }

        void add(final Acceptor acceptor, final long acceptorDelayNanos) {
            acceptors = Immutable.plus(acceptors, acceptor);
            delayNanos = Math.min(delayNanos, acceptorDelayNanos);
            acceptor.permit(polling);
        }

        void remove(final Acceptor acceptor) {
            acceptors = Immutable.minus(acceptors, acceptor);
            if (acceptors.isEmpty()) {
                release();
                polling = false;
                delayNanos = Long.MAX_VALUE;
                longestWaitNanos = Long.MAX_VALUE;
            }
        }

        long longestWaitNanos() {
            return longestWaitNanos;
        }

        void turnBegins() {
            if (acceptors.isEmpty()) {
                return;
            }
            final boolean held = competes() && holder.compareAndSet(null, this);
            longestWaitNanos = held ? Long.MAX_VALUE : delayNanos;
            poll(held);
        }

        /** The wait is over: accept, let go of the lock, and only then do the work. */
        void woke() {
            if (holder.getPlain() != this) {
                return;
            }
            final List<Acceptor> present = acceptors;
            for (final Acceptor acceptor : present) {
                acceptor.acceptIfReady();
            }
            release();
            for (final Acceptor acceptor : present) {
                acceptor.serveAccepted();
            }
        }

        /** For the turn that did not wait. */
        void turnEnds() {
            release();
        }

        /** nginx: accept_disabled = connection_n / 8 - free_connection_n. */
        void accepted() {
            turnsToStandBack =
                    worker.connectionLimit() / 8
                            - (worker.connectionLimit() - worker.connectionCount());
        }

        /** A worker that could not accept anyway would keep the others from it. */
        private boolean competes() {
            if (turnsToStandBack > 0) {
                turnsToStandBack--;
                return false;
            }
            for (final Acceptor acceptor : acceptors) {
                if (acceptor.canPoll()) {
                    return true;
                }
            }
            return false;
        }

        private void poll(final boolean on) {
            if (on || polling) {
                polling = on;
                for (final Acceptor acceptor : acceptors) {
                    acceptor.permit(on);
                }
            }
        }

        private void release() {
            if (holder.getPlain() == this) {
                holder.setRelease(null);
            }
        }
    }
}
