package dev.harken.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the scheduler has counted for one thread of this process since it started; proc(5), {@code
 * /proc/self/task/TID/status} and {@code schedstat}. Needs no privilege, unlike perf_event_open(2),
 * whose context-switch counter reads 0 without CAP_PERFMON.
 *
 * @param voluntarySwitches times the thread gave up its CPU to wait for something
 * @param involuntarySwitches times it was taken off its CPU
 * @param cpuNanos time on a CPU, user and kernel
 * @param waitNanos time it could have run but waited for a CPU
 */
public record ThreadCounters(
        long voluntarySwitches, long involuntarySwitches, long cpuNanos, long waitNanos) {

    /**
     * Reads the counters of a thread; allocates and reads two files of /proc. Any thread.
     *
     * @param tid as {@link Scheduler#gettid} tells it
     * @return empty when there is no such thread, or the kernel is built without scheduler
     *     statistics
     */
    public static Optional<ThreadCounters> of(final int tid) {
        final Path task = Path.of("/proc/self/task", Integer.toString(tid));
        try {
            final String status = Files.readString(task.resolve("status"));
            final String[] schedstat =
                    Files.readString(task.resolve("schedstat")).strip().split(" ", -1);
            return Optional.of(
                    new ThreadCounters(
                            field(status, "\nvoluntary_ctxt_switches:\t"),
                            field(status, "\nnonvoluntary_ctxt_switches:\t"),
                            Long.parseLong(schedstat[0]),
                            Long.parseLong(schedstat[1])));
        } catch (final IOException gone) {
            return Optional.empty();
        }
    }

    /** The difference to an earlier reading of the same thread. */
    public ThreadCounters since(final ThreadCounters earlier) {
        return new ThreadCounters(
                voluntarySwitches - earlier.voluntarySwitches,
                involuntarySwitches - earlier.involuntarySwitches,
                cpuNanos - earlier.cpuNanos,
                waitNanos - earlier.waitNanos);
    }

    private static long field(final String status, final String label) throws IOException {
        final int found = status.indexOf(label);
        if (found < 0) {
            throw new IOException("no" + label.strip() + " in /proc");
        }
        final int start = found + label.length();
        final int end = status.indexOf('\n', start);
        return Long.parseLong(status.substring(start, end < 0 ? status.length() : end));
    }
}
