package dev.harken.linux;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Namespaces of the calling thread; namespaces(7). Constants are those of {@code linux/sched.h}.
 *
 * <p>Threads of one JVM may be in different network namespaces; a socket belongs to the namespace
 * of the thread that opened it. Never call these on a virtual thread.
 */
public final class Namespaces {

    /** Mounts; needs a thread that shares no file system state. */
    public static final int CLONE_NEWNS = 0x00020000;

    /** Users; refused to a process with several threads. */
    public static final int CLONE_NEWUSER = 0x10000000;

    /** Network. */
    public static final int CLONE_NEWNET = 0x40000000;

    private static final MethodHandle SETNS = Native.function("setns");
    private static final MethodHandle UNSHARE = Native.function("unshare");

    private Namespaces() {}

    /**
     * Moves the calling thread into a namespace; needs CAP_SYS_ADMIN.
     *
     * <p>{@code int setns(int fd, int nstype)}; setns(2); Linux 3.0.
     *
     * @param fd an open file of /proc/PID/ns or /run/netns
     * @param type the kind that {@code fd} must be, or 0 for any
     */
    public static int setns(final int fd, final int type) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) SETNS.invokeExact(state, (long) fd, (long) type, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Moves the calling thread into new namespaces; needs CAP_SYS_ADMIN.
     *
     * <p>{@code int unshare(int flags)}; unshare(2); Linux 2.6.16.
     *
     * @param flags CLONE_ constants
     */
    public static int unshare(final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) UNSHARE.invokeExact(state, (long) flags, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }
}
