package dev.harken.bench.load;

import dev.harken.linux.ThreadCounters;
import dev.harken.netty.TransportChoice;

import org.HdrHistogram.Histogram;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Looks at a run every second, adds up, and makes the result. On the thread that awaits it. */
final class LoadWatch {

    private static final long SECOND_NANOS = 1_000_000_000;

    /** How long a stopped run waits for the replies that are under way. */
    private static final long GRACE_NANOS = SECOND_NANOS;

    private static final int MOST_SAMPLES = 36_000;

    private final LoadPlan plan;
    private final TransportChoice transport;
    private final List<LoadThread> threads;
    private final List<Integer> threadIds;
    private final long startNanos;
    private final long measureNanos;
    private final Instant measureStart;
    private final CompletableFuture<Long> stopped;

    private final Tally total = new Tally();
    private final Tally interval = new Tally();
    private final List<Sample> samples = new ArrayList<>();
    private long lastTickNanos;
    private List<Optional<ThreadCounters>> costBefore = List.of();

    LoadWatch(
            final LoadPlan plan,
            final TransportChoice transport,
            final List<LoadThread> threads,
            final List<Integer> threadIds,
            final long startNanos,
            final CompletableFuture<Long> stopped) {
        this.plan = plan;
        this.transport = transport;
        this.threads = threads;
        this.threadIds = threadIds;
        this.startNanos = startNanos;
        this.measureNanos = startNanos + plan.warmup().toNanos();
        this.measureStart = Instant.now().plusNanos(measureNanos - System.nanoTime());
        this.stopped = stopped;
        this.lastTickNanos = startNanos;
    }

    LoadResult watch(final LoadObserver observer) throws InterruptedException {
        final CompletableFuture<Void> finished =
                CompletableFuture.allOf(
                        threads.stream()
                                .map(LoadThread::finished)
                                .toArray(CompletableFuture[]::new));
        costBefore = costs();
        long tick = firstTick();
        while (!finishes(finished, tick) && !isGraceOver()) {
            if (tick == measureNanos) {
                costBefore = costs();
            }
            if (System.nanoTime() - tick >= 0) {
                take(observer, tick);
                tick += SECOND_NANOS;
            }
        }
        final List<Optional<ThreadCounters>> costAfter = costs();
        final long now = System.nanoTime();
        take(observer, now);
        long unsent = 0;
        for (final LoadThread thread : threads) {
            unsent += thread.call(thread::close).join();
        }
        return result(unsent, ownCost(costAfter, now - Math.max(measureNanos, startNanos)));
    }

    /** Ticks are whole seconds from the start of the measured part. */
    private long firstTick() {
        final long first = measureNanos - plan.warmup().toSeconds() * SECOND_NANOS;
        return first == startNanos ? first + SECOND_NANOS : first;
    }

    /** Waits for the end of the run, at most until a time. */
    private boolean finishes(final CompletableFuture<Void> finished, final long untilNanos)
            throws InterruptedException {
        try {
            finished.get(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (final TimeoutException running) {
            return false;
        } catch (final ExecutionException failed) {
            throw new IllegalStateException(failed.getCause());
        }
    }

    private boolean isGraceOver() {
        return stopped.isDone() && System.nanoTime() - stopped.join() > GRACE_NANOS;
    }

    private void take(final LoadObserver observer, final long untilNanos) {
        for (final LoadThread thread : threads) {
            final Tally part = thread.call(thread::swap).join();
            interval.add(part);
            thread.recycle(part);
        }
        total.add(interval);
        final Measure headline =
                plan.requestedRate().isPresent() ? Measure.LATENCY : Measure.UNCORRECTED;
        final Sample sample =
                new Sample(
                        Duration.ofNanos(lastTickNanos - measureNanos),
                        Duration.ofNanos(Math.max(0, untilNanos - lastTickNanos)),
                        interval.answered + interval.warmupAnswered,
                        interval.errors(),
                        LatencySummary.of(interval.histogram(headline)));
        if (samples.size() < MOST_SAMPLES) {
            samples.add(sample);
        }
        observer.interval(
                new LoadObserver.Interval(
                        sample,
                        total.answered + total.warmupAnswered,
                        total.errors(),
                        interval.histogram(Measure.LATENCY),
                        interval.histogram(Measure.UNCORRECTED)));
        interval.reset();
        lastTickNanos = untilNanos;
    }

    private LoadResult result(final long unsent, final Optional<OwnCost> cost) {
        final Map<ErrorClass, Long> errors = new EnumMap<>(ErrorClass.class);
        final Map<ErrorClass, String> examples = new EnumMap<>(ErrorClass.class);
        for (final ErrorClass error : ErrorClass.values()) {
            if (total.errors(error) > 0) {
                errors.put(error, total.errors(error));
                Optional.ofNullable(total.example(error))
                        .ifPresent(text -> examples.put(error, text));
            }
        }
        final SortedMap<Integer, Long> statuses = new TreeMap<>();
        for (int status = 1; status <= total.highestStatus(); status++) {
            if (total.statuses(status) > 0) {
                statuses.put(status, total.statuses(status));
            }
        }
        final Map<Measure, Histogram> histograms = new EnumMap<>(Measure.class);
        for (final Measure measure : Measure.values()) {
            histograms.put(measure, total.histogram(measure));
        }
        return new LoadResult(
                plan,
                transport,
                measureStart,
                elapsed(unsent),
                stopped.isDone(),
                counts(unsent),
                errors,
                examples,
                statuses,
                histograms,
                samples,
                cost);
    }

    private LoadResult.Counts counts(final long unsent) {
        return new LoadResult.Counts(
                total.sent,
                total.answered,
                total.failed,
                total.sent - total.answered - total.failed,
                unsent,
                total.warmupAnswered,
                total.warmupFailed,
                total.bytes,
                total.connectionsMade);
    }

    /**
     * The planned time, or less where the requests were all answered or the run was stopped before;
     * more where an open loop needed it to send what was due.
     */
    private Duration elapsed(final long unsent) {
        final long planned = plan.duration().map(Duration::toNanos).orElse(Pacer.FOREVER);
        if (stopped.isDone()) {
            final long end = Math.max(stopped.join(), total.lastSendNanos);
            return nanos(Math.min(planned, end - measureNanos));
        }
        final long count = plan.requests().orElse(Long.MAX_VALUE);
        final boolean allSent = total.sent == count && unsent == 0;
        if (plan.pace() instanceof Pace.Open(final double rate)) {
            final long due = allSent ? Math.round(count * SECOND_NANOS / rate) : planned;
            return nanos(Math.max(due, total.lastSendNanos - measureNanos));
        }
        return nanos(allSent ? total.lastEventNanos() - measureNanos : planned);
    }

    private static Duration nanos(final long nanos) {
        return Duration.ofNanos(Math.max(0, nanos));
    }

    private List<Optional<ThreadCounters>> costs() {
        return threadIds.stream().map(ThreadCounters::of).toList();
    }

    private Optional<OwnCost> ownCost(
            final List<Optional<ThreadCounters>> after, final long elapsedNanos) {
        long cpuNanos = 0;
        long waitNanos = 0;
        long busiest = 0;
        for (int index = 0; index < after.size(); index++) {
            if (after.get(index).isEmpty() || costBefore.get(index).isEmpty()) {
                return Optional.empty();
            }
            final ThreadCounters cost = after.get(index).get().since(costBefore.get(index).get());
            cpuNanos += cost.cpuNanos();
            waitNanos += cost.waitNanos();
            busiest = Math.max(busiest, cost.cpuNanos());
        }
        final double share = elapsedNanos <= 0 ? 0 : (double) busiest / elapsedNanos;
        return Optional.of(new OwnCost(cpuNanos, Math.min(1, share), waitNanos));
    }
}
