package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/**
 * Signals: sending, and the mask of the calling thread; signal(7). Numbers are those of {@code
 * asm-generic/signal.h}, the same on x86-64 and aarch64. Every call returns its result or {@code
 * -errno}.
 *
 * <p>A {@code sigset_t} of the C library is 128 bytes, signal {@code n} being bit {@code n - 1}.
 */
public final class Signals {

    /** Hangup; to a server: reload. */
    public static final int SIGHUP = 1;

    /** Interrupt from the terminal. */
    public static final int SIGINT = 2;

    /** Quit; to a server: drain. The JVM prints its threads unless run with -Xrs. */
    public static final int SIGQUIT = 3;

    /** Kill; can't be blocked. */
    public static final int SIGKILL = 9;

    /** To a server: reopen logs. */
    public static final int SIGUSR1 = 10;

    /** Invalid memory access. */
    public static final int SIGSEGV = 11;

    /** To a server: upgrade. HotSpot uses it unless _JAVA_SR_SIGNUM names another. */
    public static final int SIGUSR2 = 12;

    /** Write without a reader; the JVM ignores it. */
    public static final int SIGPIPE = 13;

    /** Timer. */
    public static final int SIGALRM = 14;

    /** Terminate. */
    public static final int SIGTERM = 15;

    /** A child ended. */
    public static final int SIGCHLD = 17;

    /** Continue. */
    public static final int SIGCONT = 18;

    /** Stop; can't be blocked. */
    public static final int SIGSTOP = 19;

    /** Window size; to a server: stop the workers. */
    public static final int SIGWINCH = 28;

    /** Of pthread_sigmask: add to the mask. */
    public static final int SIG_BLOCK = 0;

    /** Of pthread_sigmask: take from the mask. */
    public static final int SIG_UNBLOCK = 1;

    /** Of pthread_sigmask: replace the mask. */
    public static final int SIG_SETMASK = 2;

    /** Bytes of {@code sigset_t}. */
    public static final int SET_BYTES = 128;

    private static final MethodHandle KILL = Native.function("kill");
    private static final MethodHandle PTHREAD_SIGMASK = Native.function("pthread_sigmask");

    private Signals() {}

    /**
     * Sends a signal to a process.
     *
     * <p>{@code int kill(pid_t pid, int sig)}; kill(2); Linux 1.0.
     *
     * @param pid 0 is the own process group, a negated number that group
     * @param signal 0 only checks that the process exists and may be signalled
     */
    public static int kill(final int pid, final int signal) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) KILL.invokeExact(state, (long) pid, (long) signal, 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Sends a signal to one thread.
     *
     * <p>{@code int tgkill(pid_t tgid, pid_t tid, int sig)}; tgkill(2); Linux 2.5.75.
     *
     * @param tid as {@link Scheduler#gettid} tells it
     */
    public static int tgkill(final int pid, final int tid, final int signal) {
        // Not every C library has the function.
        return (int) Syscalls.syscall(Syscalls.Call.TGKILL, pid, tid, signal, 0, 0);
    }

    /**
     * Changes the signal mask of the calling thread, which threads that it starts inherit.
     *
     * <p>{@code int pthread_sigmask(int how, const sigset_t *set, sigset_t *previous)};
     * pthread_sigmask(3); Linux 2.2.
     *
     * @param set of {@link #SET_BYTES}, or {@link MemorySegment#NULL} to read only
     * @param previous receives the mask before, or {@link MemorySegment#NULL}
     */
    public static int pthreadSigmask(
            final int how, final MemorySegment set, final MemorySegment previous) {
        try {
            // This function returns the error itself and leaves errno alone.
            return -(int)
                    (long)
                            PTHREAD_SIGMASK.invokeExact(
                                    Native.state(),
                                    (long) how,
                                    Native.pointer(set),
                                    Native.pointer(previous),
                                    0L,
                                    0L,
                                    0L);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(set);
            Reference.reachabilityFence(previous);
        }
    }

    /** Writes a set of signals into {@link #SET_BYTES} bytes. */
    public static void putSet(final MemorySegment target, final int... signals) {
        target.asSlice(0, SET_BYTES).fill((byte) 0);
        long bits = 0;
        for (final int signal : signals) {
            bits |= 1L << (signal - 1);
        }
        target.set(JAVA_LONG, 0, bits);
    }

    /** Whether a set contains a signal. */
    public static boolean contains(final MemorySegment set, final int signal) {
        return (set.get(JAVA_LONG, 0) >>> (signal - 1) & 1) != 0;
    }
}
