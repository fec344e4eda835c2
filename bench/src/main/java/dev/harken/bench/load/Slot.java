package dev.harken.bench.load;

import org.jspecify.annotations.Nullable;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The place of one connection: connects when there is something to send, and anew when the
 * connection has ended. Loop thread only.
 */
final class Slot {

    private final Lane lane;
    private final Call[] calls;
    private final Call[] free;

    /** Begun, but there is no connection yet to send them on. */
    private final Deque<Call> waiting;

    private int freeCount;
    private @Nullable Link link;

    Slot(final Lane lane, final int capacity) {
        this.lane = lane;
        this.calls = new Call[capacity];
        this.free = new Call[capacity];
        this.waiting = new ArrayDeque<>(capacity);
        for (int index = 0; index < capacity; index++) {
            calls[index] = new Call();
            free[index] = calls[index];
        }
        freeCount = capacity;
    }

    int capacity() {
        return calls.length;
    }

    /** Connects before there is anything to send. */
    void connect() {
        final Link opened = new Link(this, lane);
        link = opened;
        opened.connect();
    }

    /** Begins a call; only while the lane counts this slot as idle. */
    void begin(final long planned, final long now, final boolean measured) {
        final Call call = free[--freeCount];
        call.begin(planned, now, measured);
        final Link current = link;
        if (current != null && current.takesCalls()) {
            current.send(call);
            return;
        }
        waiting.add(call);
        if (current == null) {
            connect();
        }
    }

    void ready(final Link from) {
        if (from != link) {
            return;
        }
        while (from.takesCalls()) {
            final Call next = waiting.poll();
            if (next == null) {
                break;
            }
            from.send(next);
        }
        lane.slotReady();
    }

    void replied(final Link from, final Call call, final int status) {
        release(call);
        lane.replied(call, status);
        endIfRetired(from);
        lane.idle(this, 1);
    }

    void failed(final Link from, final Call call, final ErrorClass error) {
        release(call);
        lane.failed(call, error);
        endIfRetired(from);
        lane.idle(this, 1);
    }

    /** The connection is gone: its calls have failed, those that wait get another. */
    void lost(final Link from, final @Nullable ErrorClass error) {
        if (from != link) {
            return;
        }
        link = null;
        final boolean neverReady = !from.wasEverReady();
        int released = 0;
        for (final Call call : calls) {
            if (call.active && (neverReady || call.isSent())) {
                release(call);
                lane.failed(call, error == null ? silence(call) : error);
                released++;
            }
        }
        if (neverReady) {
            waiting.clear();
            lane.slotUnreachable(error == null ? ErrorClass.EMPTY_REPLY : error);
        } else if (!waiting.isEmpty()) {
            connect();
        }
        if (neverReady) {
            lane.idleLater(this, released);
        } else {
            lane.idle(this, released);
        }
    }

    /** Gives up what was begun before a time. */
    void sweep(final long sinceNanos) {
        final Link current = link;
        if (current != null && current.isStuck(sinceNanos)) {
            current.broke(ErrorClass.TIMEOUT);
            return;
        }
        if (freeCount == calls.length) {
            return;
        }
        for (final Call call : calls) {
            if (!call.active) {
                continue;
            }
            if (call.isSent() && link != null) {
                if (call.sentNanos - sinceNanos < 0) {
                    link.abandon(call);
                }
            } else if (call.begunNanos - sinceNanos < 0) {
                waiting.remove(call);
                release(call);
                lane.failed(call, ErrorClass.TIMEOUT);
                lane.idle(this, 1);
            }
        }
    }

    void close() {
        if (link != null) {
            link.close();
            link = null;
        }
    }

    private void endIfRetired(final Link from) {
        if (from == link && from.endsWhenIdle() && freeCount + waiting.size() == calls.length) {
            from.close();
            link = null;
            if (!waiting.isEmpty()) {
                connect();
            }
        }
    }

    private void release(final Call call) {
        call.active = false;
        free[freeCount++] = call;
    }

    private static ErrorClass silence(final Call call) {
        return call.hasReplyBegun() ? ErrorClass.CUT_SHORT : ErrorClass.EMPTY_REPLY;
    }
}
