package dev.harken.server.http;

import java.util.concurrent.atomic.AtomicLongArray;

/** What one worker did; written by the worker alone, read by any thread. */
final class HttpCounters {
    /** Longs on each side of the values, so that two workers' values share no cache line. */
    private static final int PADDING = 16;

    private static final int ACCEPTED = PADDING;
    private static final int ACTIVE = PADDING + 1;
    private static final int REQUESTS = PADDING + 2;
    private static final int READING = PADDING + 3;
    private static final int WRITING = PADDING + 4;
    private static final int WAITING = PADDING + 5;

    private final AtomicLongArray values = new AtomicLongArray(WAITING + 1 + PADDING);

    void opened() {
        add(ACCEPTED, 1);
        add(ACTIVE, 1);
        add(READING, 1);
    }

    void closed(final Phase phase) {
        add(ACTIVE, -1);
        add(of(phase), -1);
    }

    void request() {
        add(REQUESTS, 1);
    }

    void moved(final Phase from, final Phase to) {
        add(of(from), -1);
        add(of(to), 1);
    }

    long accepted() {
        return values.getOpaque(ACCEPTED);
    }

    long active() {
        return values.getOpaque(ACTIVE);
    }

    long requests() {
        return values.getOpaque(REQUESTS);
    }

    long reading() {
        return values.getOpaque(READING);
    }

    long writing() {
        return values.getOpaque(WRITING);
    }

    long waiting() {
        return values.getOpaque(WAITING);
    }

    private static int of(final Phase phase) {
        return switch (phase) {
            case READING -> READING;
            case WRITING -> WRITING;
            case WAITING -> WAITING;
        };
    }

    private void add(final int index, final long delta) {
        values.setOpaque(index, values.getPlain(index) + delta);
    }
}
