package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Optional;

/**
 * Resource limits of a process. Constants are those of {@code asm-generic/resource.h}; {@code
 * struct rlimit} is 16 bytes, the soft limit at 0 and the hard limit at 8. Any thread.
 */
public final class Limits {

    /** Bytes of a core file. */
    public static final int RLIMIT_CORE = 4;

    /** Processes and threads of the real user. */
    public static final int RLIMIT_NPROC = 6;

    /** One more than the highest file descriptor. */
    public static final int RLIMIT_NOFILE = 7;

    /** Bytes of locked memory; before Linux 5.11 BPF maps count too. */
    public static final int RLIMIT_MEMLOCK = 8;

    /** No limit. */
    public static final long RLIM_INFINITY = -1;

    /** Bytes of {@code struct rlimit}. */
    public static final int BYTES = 16;

    static final long SOFT = 0;
    static final long HARD = 8;

    private static final MethodHandle GETRLIMIT = Native.function("getrlimit");
    private static final MethodHandle SETRLIMIT = Native.function("setrlimit");
    private static final MethodHandle PRLIMIT = Native.function("prlimit");

    private Limits() {}

    /**
     * A resource limit.
     *
     * @param soft what the kernel enforces; {@link #RLIM_INFINITY} for none
     * @param hard how far the process may raise {@code soft}; {@link #RLIM_INFINITY} for none
     */
    public record Limit(long soft, long hard) {}

    /**
     * Reads a limit of this process.
     *
     * <p>{@code int getrlimit(int resource, struct rlimit *limit)}; getrlimit(2); Linux 1.0.
     */
    public static int getrlimit(final int resource, final MemorySegment limit) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            GETRLIMIT.invokeExact(
                                    state, (long) resource, Native.pointer(limit), 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(limit);
        }
    }

    /**
     * Sets a limit of this process; to raise the hard one needs CAP_SYS_RESOURCE.
     *
     * <p>{@code int setrlimit(int resource, const struct rlimit *limit)}; setrlimit(2); Linux 1.0.
     */
    public static int setrlimit(final int resource, final MemorySegment limit) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SETRLIMIT.invokeExact(
                                    state, (long) resource, Native.pointer(limit), 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(limit);
        }
    }

    /**
     * Sets and reads a limit of any process of this user.
     *
     * <p>{@code int prlimit(pid_t pid, int resource, const struct rlimit *next, struct rlimit
     * *previous)}; prlimit(2); Linux 2.6.36.
     *
     * @param pid 0 is this process
     * @param next the limit to set, or {@link MemorySegment#NULL}
     * @param previous receives the limit before, or {@link MemorySegment#NULL}
     */
    public static int prlimit(
            final int pid,
            final int resource,
            final MemorySegment next,
            final MemorySegment previous) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            PRLIMIT.invokeExact(
                                    state,
                                    (long) pid,
                                    (long) resource,
                                    Native.pointer(next),
                                    Native.pointer(previous),
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(next);
            Reference.reachabilityFence(previous);
        }
    }

    /**
     * A limit of this process; allocates.
     *
     * @return empty when the kernel does not know the resource
     */
    public static Optional<Limit> limit(final int resource) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment limit = arena.allocate(BYTES, Long.BYTES);
            if (getrlimit(resource, limit) < 0) {
                return Optional.empty();
            }
            return Optional.of(new Limit(limit.get(JAVA_LONG, SOFT), limit.get(JAVA_LONG, HARD)));
        }
    }

    /**
     * Sets a limit of this process; allocates.
     *
     * @return 0, or {@code -errno}: {@code -EPERM} for a hard limit above the present one
     */
    public static int setLimit(final int resource, final Limit limit) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment segment = arena.allocate(BYTES, Long.BYTES);
            segment.set(JAVA_LONG, SOFT, limit.soft());
            segment.set(JAVA_LONG, HARD, limit.hard());
            return setrlimit(resource, segment);
        }
    }
}
