package dev.harken.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/**
 * epoll(7), and the layout of its events. Every call returns its result or {@code -errno} and may
 * be made on any thread.
 *
 * <p>{@code struct epoll_event} is packed on x86-64 only: 12 bytes there (events at 0, data at 4),
 * 16 elsewhere (data at 8).
 */
public final class Epoll {

    /** Readable, or a connection to accept. */
    public static final int EPOLLIN = 0x1;

    /** Exceptional condition. */
    public static final int EPOLLPRI = 0x2;

    /** Writable. */
    public static final int EPOLLOUT = 0x4;

    /** Error; always reported. */
    public static final int EPOLLERR = 0x8;

    /** Both directions ended; always reported. */
    public static final int EPOLLHUP = 0x10;

    /** The peer ended its direction; Linux 2.6.17. */
    public static final int EPOLLRDHUP = 0x2000;

    /** Wake one waiter, of EPOLL_CTL_ADD only; Linux 4.5. */
    public static final int EPOLLEXCLUSIVE = 1 << 28;

    /** Hold off suspend; Linux 3.5. */
    public static final int EPOLLWAKEUP = 1 << 29;

    /** Disarm after one event; Linux 2.6.2. */
    public static final int EPOLLONESHOT = 1 << 30;

    /** Report edges, not levels. */
    public static final int EPOLLET = 1 << 31;

    /** Of epoll_ctl: register. */
    public static final int EPOLL_CTL_ADD = 1;

    /** Of epoll_ctl: remove. */
    public static final int EPOLL_CTL_DEL = 2;

    /** Of epoll_ctl: change. */
    public static final int EPOLL_CTL_MOD = 3;

    /** Of epoll_create1: set FD_CLOEXEC. */
    public static final int EPOLL_CLOEXEC = 0x80000;

    /** Bytes of one {@code struct epoll_event} on this machine. */
    public static final int EVENT_BYTES = Architecture.CURRENT == Architecture.X86_64 ? 12 : 16;

    static final int DATA_OFFSET = EVENT_BYTES - Long.BYTES;
    private static final ValueLayout.OfLong DATA = ValueLayout.JAVA_LONG_UNALIGNED;

    private static final MethodHandle EPOLL_CREATE1 = Native.function("epoll_create1");
    private static final MethodHandle EPOLL_CTL = Native.function("epoll_ctl");
    private static final MethodHandle EPOLL_WAIT = Native.function("epoll_wait");

    private Epoll() {}

    /**
     * Opens an epoll instance; the caller owns the descriptor.
     *
     * <p>{@code int epoll_create1(int flags)}; epoll_create(2); Linux 2.6.27.
     *
     * @param flags 0 or {@link #EPOLL_CLOEXEC}
     */
    public static int epollCreate1(final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) EPOLL_CREATE1.invokeExact(state, (long) flags, 0L, 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Registers, changes or removes a descriptor.
     *
     * <p>{@code int epoll_ctl(int epfd, int op, int fd, struct epoll_event *event)}; epoll_ctl(2);
     * Linux 2.6.
     *
     * @param event as {@link #putEvent} writes it; {@link MemorySegment#NULL} to remove
     */
    public static int epollCtl(
            final int epollFd, final int operation, final int fd, final MemorySegment event) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            EPOLL_CTL.invokeExact(
                                    state,
                                    (long) epollFd,
                                    (long) operation,
                                    (long) fd,
                                    Native.pointer(event),
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(event);
        }
    }

    /**
     * Waits for events.
     *
     * <p>{@code int epoll_wait(int epfd, struct epoll_event *events, int maxevents, int timeout)};
     * epoll_wait(2); Linux 2.6.
     *
     * @param events room for {@code maximum} events of {@link #EVENT_BYTES}
     * @param timeoutMillis -1 waits without end, 0 not at all
     * @return the number of events, 0 when the time ran out, or {@code -errno}
     */
    public static int epollWait(
            final int epollFd,
            final MemorySegment events,
            final int maximum,
            final int timeoutMillis) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            EPOLL_WAIT.invokeExact(
                                    state,
                                    (long) epollFd,
                                    Native.pointer(events),
                                    (long) maximum,
                                    (long) timeoutMillis,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(events);
        }
    }

    /** Writes event number {@code index} of an array. */
    public static void putEvent(
            final MemorySegment events, final int index, final int mask, final long data) {
        final long offset = (long) index * EVENT_BYTES;
        events.set(ValueLayout.JAVA_INT_UNALIGNED, offset, mask);
        events.set(DATA, offset + DATA_OFFSET, data);
    }

    /** The event mask of event number {@code index} of an array. */
    public static int mask(final MemorySegment events, final int index) {
        return events.get(ValueLayout.JAVA_INT_UNALIGNED, (long) index * EVENT_BYTES);
    }

    /** The data of event number {@code index} of an array, as it was registered. */
    public static long data(final MemorySegment events, final int index) {
        return events.get(DATA, (long) index * EVENT_BYTES + DATA_OFFSET);
    }
}
