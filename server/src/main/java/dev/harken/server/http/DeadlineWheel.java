package dev.harken.server.http;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.ScheduledFuture;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Coarse deadlines for many connections: moving a deadline back is a store to a field.
 *
 * <p>An entry lies in the slot of a time no later than its deadline. When the slot's time comes, an
 * entry that is not due moves to a later slot. Deadlines are kept to within {@value #TICK_MILLIS}
 * ms. Worker thread only.
 */
final class DeadlineWheel {
    private static final int TICK_MILLIS = 250;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(TICK_MILLIS);
    private static final int SLOT_COUNT = 256;

    /** A connection's place in the wheel. */
    static final class Entry {
        private final OpenConnection owner;
        private long deadlineNanos;
        private long slotTick;
        private @Nullable Entry previous;
        private @Nullable Entry next;

        Entry(final OpenConnection owner) {
            this.owner = owner;
        }
    }

    private final EventLoop loop;
    private final long originNanos = System.nanoTime();
    private final @Nullable Entry[] slots = new Entry[SLOT_COUNT];
    private long tick;
    private int size;
    private @Nullable ScheduledFuture<?> timer;

    DeadlineWheel(final EventLoop loop) {
        this.loop = loop;
    }

    /** Adds an entry that is due in {@code nanos}. */
    void add(final Entry entry, final long nanos) {
        if (size++ == 0) {
            tick = tickOf(System.nanoTime());
            timer =
                    loop.scheduleAtFixedRate(
                            this::turn, TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        }
        entry.deadlineNanos = System.nanoTime() + nanos;
        insert(entry);
    }

    /** Makes an entry due {@code nanos} after {@code nowNanos}. */
    void move(final Entry entry, final long nowNanos, final long nanos) {
        entry.deadlineNanos = nowNanos + nanos;
        if (tickOf(entry.deadlineNanos) < entry.slotTick) {
            unlink(entry);
            insert(entry);
        }
    }

    /** Removes an entry. */
    void remove(final Entry entry) {
        unlink(entry);
        final ScheduledFuture<?> running = timer;
        if (--size == 0 && running != null) {
            running.cancel(false);
            timer = null;
        }
    }

    /** Returns the owners of all entries. */
    List<OpenConnection> owners() {
        final List<OpenConnection> owners = new ArrayList<>(size);
        for (final Entry first : slots) {
            for (Entry entry = first; entry != null; entry = entry.next) {
                owners.add(entry.owner);
            }
        }
        return owners;
    }

    private void turn() {
        final long now = System.nanoTime();
        final long current = tickOf(now);
        while (tick < current) {
            tick++;
            final int slot = (int) (tick % SLOT_COUNT);
            Entry entry = slots[slot];
            slots[slot] = null;
            while (entry != null) {
                final Entry following = entry.next;
                entry.previous = null;
                entry.next = null;
                insert(entry);
                if (entry.deadlineNanos - now <= 0) {
                    entry.owner.deadlinePassed();
                }
                entry = following;
            }
        }
    }

    private void insert(final Entry entry) {
        final long earliest = tick + 1;
        final long due = tickOf(entry.deadlineNanos) + 1;
        entry.slotTick = Math.max(earliest, Math.min(due, tick + SLOT_COUNT - 1));
        final int slot = (int) (entry.slotTick % SLOT_COUNT);
        final Entry first = slots[slot];
        entry.previous = null;
        entry.next = first;
        if (first != null) {
            first.previous = entry;
        }
        slots[slot] = entry;
    }

    private void unlink(final Entry entry) {
        final Entry before = entry.previous;
        final Entry after = entry.next;
        if (after != null) {
            after.previous = before;
        }
        if (before != null) {
            before.next = after;
        } else {
            final int slot = (int) (entry.slotTick % SLOT_COUNT);
            if (slots[slot] == entry) {
                slots[slot] = after;
            }
        }
        entry.previous = null;
        entry.next = null;
    }

    private long tickOf(final long nanos) {
        return (nanos - originNanos) / TICK_NANOS;
    }
}
