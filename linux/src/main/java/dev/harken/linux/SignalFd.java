package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/**
 * Signals as something to read; signalfd(2). The signals must be blocked in every thread, which
 * only the program that starts the JVM can do. Any thread.
 *
 * <p>{@code struct signalfd_siginfo} is 128 bytes: signal 0, pid 12, uid 16.
 */
public final class SignalFd {

    /** Set O_NONBLOCK. */
    public static final int SFD_NONBLOCK = 0x800;

    /** Set FD_CLOEXEC. */
    public static final int SFD_CLOEXEC = 0x80000;

    /** Bytes of one {@code struct signalfd_siginfo}. */
    public static final int INFO_BYTES = 128;

    static final long SIGNAL = 0;
    static final long PID = 12;
    static final long UID = 16;

    private static final MethodHandle SIGNALFD = Native.function("signalfd");

    private SignalFd() {}

    /**
     * Opens a descriptor to read signals from, or changes the signals of one; the caller owns it.
     * Read it with {@link Descriptors#read}, {@link #INFO_BYTES} per signal.
     *
     * <p>{@code int signalfd(int fd, const sigset_t *mask, int flags)}; signalfd(2); Linux 2.6.27.
     *
     * @param fd -1 for a new one
     * @param mask as {@link Signals#putSet} writes it
     */
    public static int signalfd(final int fd, final MemorySegment mask, final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SIGNALFD.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(mask),
                                    (long) flags,
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(mask);
        }
    }

    /** The signal of a {@code signalfd_siginfo}. */
    public static int signal(final MemorySegment info) {
        return info.get(JAVA_INT, SIGNAL);
    }

    /** The process that sent it. */
    public static int pid(final MemorySegment info) {
        return info.get(JAVA_INT, PID);
    }

    /** The user of the process that sent it. */
    public static int uid(final MemorySegment info) {
        return info.get(JAVA_INT, UID);
    }
}
