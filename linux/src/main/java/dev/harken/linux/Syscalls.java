package dev.harken.linux;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * System calls that the C library has no function for; syscall(2). Any thread.
 *
 * <p>Pointers travel as addresses here: the caller keeps their segments alive.
 */
public final class Syscalls {

    private static final MethodHandle SYSCALL = Native.function("syscall");

    private Syscalls() {}

    /** A system call and its number on each architecture, of {@code asm/unistd.h}. */
    public enum Call {
        /** bpf(2); Linux 3.18. */
        BPF(321, 280),
        /** io_uring_register(2); Linux 5.1. */
        IO_URING_REGISTER(427, 427),
        /** io_uring_setup(2); Linux 5.1. */
        IO_URING_SETUP(425, 425),
        /** perf_event_open(2); Linux 2.6.31. */
        PERF_EVENT_OPEN(298, 241),
        /** pidfd_getfd(2); Linux 5.6. */
        PIDFD_GETFD(438, 438),
        /** pidfd_open(2); Linux 5.3. */
        PIDFD_OPEN(434, 434),
        /** pidfd_send_signal(2); Linux 5.1. */
        PIDFD_SEND_SIGNAL(424, 424),
        /** setgroups(2) for the calling thread alone; Linux 1.0. */
        SETGROUPS(116, 159),
        /** setresgid(2) for the calling thread alone; Linux 2.1.44. */
        SETRESGID(119, 149),
        /** setresuid(2) for the calling thread alone; Linux 2.1.44. */
        SETRESUID(117, 147),
        /** tgkill(2); Linux 2.5.75. */
        TGKILL(234, 131);

        private final int x86;
        private final int aarch64;

        Call(final int x86, final int aarch64) {
            this.x86 = x86;
            this.aarch64 = aarch64;
        }

        /** The number on an architecture. */
        public int number(final Architecture architecture) {
            return switch (architecture) {
                case X86_64 -> x86;
                case AARCH64 -> aarch64;
            };
        }
    }

    /**
     * Makes a system call of at most five arguments.
     *
     * <p>{@code long syscall(long number, ...)}; syscall(2); Linux 1.0.
     *
     * @return its result or {@code -errno}
     */
    public static long syscall(
            final Call call, final long a, final long b, final long c, final long d, final long e) {
        final MemorySegment state = Native.state();
        try {
            return Native.sizeResult(
                    (long)
                            SYSCALL.invokeExact(
                                    state, (long) call.number(Architecture.CURRENT), a, b, c, d, e),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }
}
