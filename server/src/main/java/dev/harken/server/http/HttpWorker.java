package dev.harken.server.http;

import dev.harken.server.text.TextBuffer;
import dev.harken.server.text.WorkerClock;

import io.netty.channel.EventLoop;

import java.util.List;
import java.util.function.ToLongFunction;

/** What one worker keeps for its HTTP connections. Worker thread only, except the counters. */
final class HttpWorker {
    private final int index;
    private final HttpCounters counters;
    private final List<HttpCounters> allCounters;
    private final DeadlineWheel wheel;
    private final WorkerClock clock = new WorkerClock();
    private final TextBuffer scratch = new TextBuffer();
    private final TextBuffer line = new TextBuffer();
    private final ResponseEncoder encoder = new ResponseEncoder(clock);
    private boolean draining;

    /**
     * Makes the state of worker {@code index}.
     *
     * @param allCounters those of all workers of this server, by index
     */
    HttpWorker(final int index, final EventLoop loop, final List<HttpCounters> allCounters) {
        this.index = index;
        this.counters = allCounters.get(index);
        this.allCounters = allCounters;
        this.wheel = new DeadlineWheel(loop);
    }

    int index() {
        return index;
    }

    HttpCounters counters() {
        return counters;
    }

    DeadlineWheel wheel() {
        return wheel;
    }

    WorkerClock clock() {
        return clock;
    }

    ResponseEncoder encoder() {
        return encoder;
    }

    /** Returns the empty buffer for a text that is used before the next one is made. */
    TextBuffer scratch() {
        scratch.clear();
        return scratch;
    }

    /** Returns whether connections are to be closed after their current request. */
    boolean draining() {
        return draining;
    }

    /** Lets all connections finish what they do and close. */
    void drain() {
        draining = true;
        wheel.owners().forEach(OpenConnection::drain);
    }

    /** Adds up a counter over all workers. */
    long sum(final ToLongFunction<HttpCounters> value) {
        return allCounters.stream().mapToLong(value).sum();
    }

    /** Records a finished request in the access logs of its location. */
    void logAccess(final Exchange exchange) {
        final List<Settings.AccessEntry> logs = exchange.settings.accessLogs();
        for (int i = 0; i < logs.size(); i++) {
            final Settings.AccessEntry entry = logs.get(i);
            line.clear();
            entry.line().appendTo(line, exchange);
            entry.log().append(index, line);
        }
    }

    /** Gives back memory outside the heap, when the worker ends. */
    void close() {
        encoder.close();
    }
}
