package dev.harken.linux;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.BitSet;

/**
 * Threads and the CPUs they run on; sched(7). Every call returns its result or {@code -errno}; any
 * thread, but never a virtual one, which has no CPU of its own.
 */
public final class Scheduler {

    /** Bytes of a CPU mask that has room for the 8,192 CPUs a kernel can be built for. */
    public static final int MASK_BYTES = 1024;

    private static final MethodHandle GETTID = Native.function("gettid");
    private static final MethodHandle SCHED_SETAFFINITY = Native.function("sched_setaffinity");
    private static final MethodHandle SCHED_GETAFFINITY = Native.function("sched_getaffinity");
    private static final MethodHandle SCHED_GETCPU = Native.function("sched_getcpu");

    private Scheduler() {}

    /**
     * The kernel's number of the calling thread, the TID of /proc/self/task.
     *
     * <p>{@code pid_t gettid(void)}; gettid(2); Linux 2.4.11.
     */
    public static int gettid() {
        final MemorySegment state = Native.state();
        try {
            return Native.result((long) GETTID.invokeExact(state, 0L, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Restricts a thread to CPUs.
     *
     * <p>{@code int sched_setaffinity(pid_t tid, size_t size, const cpu_set_t *mask)};
     * sched_setaffinity(2); Linux 2.5.8.
     *
     * @param tid 0 is the calling thread
     * @param mask one bit per CPU, CPU 0 the lowest bit of byte 0
     */
    public static int schedSetaffinity(final int tid, final long bytes, final MemorySegment mask) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SCHED_SETAFFINITY.invokeExact(
                                    state, (long) tid, bytes, Native.pointer(mask), 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(mask);
        }
    }

    /**
     * Reads the CPUs a thread may use.
     *
     * <p>{@code int sched_getaffinity(pid_t tid, size_t size, cpu_set_t *mask)};
     * sched_getaffinity(2); Linux 2.5.8.
     *
     * @param tid 0 is the calling thread
     * @param bytes room in {@code mask}, a multiple of 8 and at least the kernel's own size
     */
    public static int schedGetaffinity(final int tid, final long bytes, final MemorySegment mask) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SCHED_GETAFFINITY.invokeExact(
                                    state, (long) tid, bytes, Native.pointer(mask), 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(mask);
        }
    }

    /**
     * The CPU the calling thread runs on at this moment.
     *
     * <p>{@code int sched_getcpu(void)}; sched_getcpu(3); Linux 2.6.19.
     */
    public static int schedGetcpu() {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) SCHED_GETCPU.invokeExact(state, 0L, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Restricts a thread to CPUs; allocates.
     *
     * @param tid 0 is the calling thread
     * @return 0, or {@code -errno}: {@code -EINVAL} when no CPU of the set exists or is allowed
     *     here
     */
    public static int setAffinity(final int tid, final BitSet cpus) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            final byte[] bits = cpus.toByteArray();
            if (bits.length > MASK_BYTES) {
                return -Errno.EINVAL;
            }
            MemorySegment.copy(bits, 0, mask, ValueLayout.JAVA_BYTE, 0, bits.length);
            return schedSetaffinity(tid, MASK_BYTES, mask);
        }
    }

    /**
     * The CPUs a thread may use; allocates.
     *
     * @param tid 0 is the calling thread
     * @return empty when the thread does not exist
     */
    public static BitSet affinity(final int tid) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment mask = arena.allocate(MASK_BYTES, Long.BYTES);
            schedGetaffinity(tid, MASK_BYTES, mask);
            return BitSet.valueOf(mask.toArray(ValueLayout.JAVA_BYTE));
        }
    }
}
