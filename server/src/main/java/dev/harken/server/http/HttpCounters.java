package dev.harken.server.http;

import java.util.concurrent.atomic.AtomicLong;

/** What one worker did; written by the worker alone, read by any thread. */
final class HttpCounters {
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong active = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();
    private final AtomicLong reading = new AtomicLong();
    private final AtomicLong writing = new AtomicLong();
    private final AtomicLong waiting = new AtomicLong();

    void opened() {
        add(accepted, 1);
        add(active, 1);
        add(reading, 1);
    }

    void closed(final Phase phase) {
        add(active, -1);
        add(of(phase), -1);
    }

    void request() {
        add(requests, 1);
    }

    void moved(final Phase from, final Phase to) {
        add(of(from), -1);
        add(of(to), 1);
    }

    long accepted() {
        return accepted.getOpaque();
    }

    long active() {
        return active.getOpaque();
    }

    long requests() {
        return requests.getOpaque();
    }

    long reading() {
        return reading.getOpaque();
    }

    long writing() {
        return writing.getOpaque();
    }

    long waiting() {
        return waiting.getOpaque();
    }

    private AtomicLong of(final Phase phase) {
        return switch (phase) {
            case READING -> reading;
            case WRITING -> writing;
            case WAITING -> waiting;
        };
    }

    private static void add(final AtomicLong counter, final long delta) {
        counter.setOpaque(counter.getPlain() + delta);
    }
}
