package dev.harken.linux;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/**
 * Readiness of a few descriptors; poll(2), asm-generic/poll.h. Allocates nothing; any thread.
 *
 * <pre>struct pollfd, 8 bytes: fd 0, events 4, revents 6</pre>
 */
public final class Poll {

    /** Bytes of {@code struct pollfd}. */
    public static final int POLLFD_BYTES = 8;

    /** There is something to read, or a connection to accept. */
    public static final int POLLIN = 1;

    private static final long EVENTS = 4;
    private static final long RETURNED_EVENTS = 6;

    private static final MethodHandle POLL = Native.function("poll");

    private Poll() {}

    /**
     * Waits for events.
     *
     * <p>{@code int poll(struct pollfd *fds, nfds_t nfds, int timeout)}; poll(2); Linux 2.1.23.
     *
     * @param entries {@code count} of {@link #POLLFD_BYTES}
     * @param timeoutMillis -1 waits without end, 0 not at all
     * @return the number of entries with an event, 0 when the time ran out, or {@code -errno}
     */
    public static int poll(final MemorySegment entries, final long count, final int timeoutMillis) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            POLL.invokeExact(
                                    state,
                                    Native.pointer(entries),
                                    count,
                                    (long) timeoutMillis,
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(entries);
        }
    }

    /** Writes entry number {@code index} of an array. */
    public static void putEntry(
            final MemorySegment entries, final int index, final int fd, final int events) {
        final long offset = (long) index * POLLFD_BYTES;
        entries.set(ValueLayout.JAVA_INT_UNALIGNED, offset, fd);
        entries.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset + EVENTS, (short) events);
        entries.set(ValueLayout.JAVA_SHORT_UNALIGNED, offset + RETURNED_EVENTS, (short) 0);
    }

    /** The events that entry number {@code index} has had. */
    public static int returnedEvents(final MemorySegment entries, final int index) {
        return Short.toUnsignedInt(
                entries.get(
                        ValueLayout.JAVA_SHORT_UNALIGNED,
                        (long) index * POLLFD_BYTES + RETURNED_EVENTS));
    }
}
