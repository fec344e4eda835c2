package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/**
 * Counters that a thread waits for; eventfd(2). Every call returns its result or {@code -errno},
 * allocates nothing and may be made on any thread.
 */
public final class EventFd {

    /** Read one at a time. */
    public static final int EFD_SEMAPHORE = 1;

    /** Set O_NONBLOCK. */
    public static final int EFD_NONBLOCK = 0x800;

    /** Set FD_CLOEXEC. */
    public static final int EFD_CLOEXEC = 0x80000;

    private static final MethodHandle EVENTFD = Native.function("eventfd");
    private static final MethodHandle EVENTFD_READ = Native.function("eventfd_read");
    private static final MethodHandle EVENTFD_WRITE = Native.function("eventfd_write");

    private EventFd() {}

    /**
     * Opens a counter; the caller owns the descriptor.
     *
     * <p>{@code int eventfd(unsigned int count, int flags)}; eventfd(2); Linux 2.6.27.
     */
    public static int eventfd(final int count, final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) EVENTFD.invokeExact(state, (long) count, (long) flags, 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Adds to the counter, which makes the descriptor readable.
     *
     * <p>{@code int eventfd_write(int fd, eventfd_t value)}; eventfd(3); Linux 2.6.22.
     *
     * @return 0 or {@code -errno}: {@code -EAGAIN} when the counter is full
     */
    public static int eventfdWrite(final int fd, final long value) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) EVENTFD_WRITE.invokeExact(state, (long) fd, value, 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Reads the counter and sets it to 0. Blocks while it is 0 unless the descriptor is
     * non-blocking.
     *
     * <p>{@code int eventfd_read(int fd, eventfd_t *value)}; eventfd(3); Linux 2.6.22.
     *
     * @return the count or {@code -errno}: {@code -EAGAIN} when it is 0
     */
    public static long eventfdRead(final int fd) {
        final MemorySegment state = Native.state();
        try {
            final int result =
                    Native.result(
                            (long)
                                    EVENTFD_READ.invokeExact(
                                            state,
                                            (long) fd,
                                            Native.at(state, Native.VALUE),
                                            0L,
                                            0L,
                                            0L,
                                            0L),
                            state);
            return result < 0 ? result : state.get(JAVA_LONG, Native.VALUE);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(state);
        }
    }
}
