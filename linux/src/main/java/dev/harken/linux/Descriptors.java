package dev.harken.linux;

import java.io.File;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Arrays;

/**
 * File descriptors: read, write, flags, duplication. Constants are those of {@code
 * asm-generic/fcntl.h}. Every call returns its result or {@code -errno}; any thread.
 */
public final class Descriptors {

    /** Of fcntl: duplicate to the lowest free number at or above the argument. */
    public static final int F_DUPFD = 0;

    /** Of fcntl: descriptor flags. */
    public static final int F_GETFD = 1;

    /** Of fcntl: set descriptor flags. */
    public static final int F_SETFD = 2;

    /** Of fcntl: status flags. */
    public static final int F_GETFL = 3;

    /** Of fcntl: set status flags. */
    public static final int F_SETFL = 4;

    /** Of fcntl: F_DUPFD with FD_CLOEXEC; Linux 2.6.24. */
    public static final int F_DUPFD_CLOEXEC = 1030;

    /** Of fcntl: capacity of a pipe. */
    public static final int F_GETPIPE_SZ = 1032;

    /** Of fcntl: set the capacity of a pipe. */
    public static final int F_SETPIPE_SZ = 1031;

    /** Descriptor flag: close on exec. */
    public static final int FD_CLOEXEC = 1;

    /** Open for reading. */
    public static final int O_RDONLY = 0;

    /** Open for writing. */
    public static final int O_WRONLY = 1;

    /** Open for both. */
    public static final int O_RDWR = 2;

    /** Status flag: never block. */
    public static final int O_NONBLOCK = 0x800;

    /** Of open, dup3 and pipe2: set FD_CLOEXEC. */
    public static final int O_CLOEXEC = 0x80000;

    private static final MethodHandle CLOSE = Native.function("close");
    private static final MethodHandle READ = Native.function("read");
    private static final MethodHandle WRITE = Native.function("write");
    private static final MethodHandle FCNTL = Native.function("fcntl");
    private static final MethodHandle DUP = Native.function("dup");
    private static final MethodHandle DUP2 = Native.function("dup2");
    private static final MethodHandle DUP3 = Native.function("dup3");
    private static final MethodHandle PIPE2 = Native.function("pipe2");
    private static final MethodHandle OPEN = Native.function("open");

    private Descriptors() {}

    /**
     * Opens a file that exists; the caller owns the descriptor.
     *
     * <p>{@code int open(const char *path, int flags)}; open(2); Linux 1.0.
     *
     * @param path ends with a zero byte
     */
    public static int open(final MemorySegment path, final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            OPEN.invokeExact(
                                    state, Native.pointer(path), (long) flags, 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(path);
        }
    }

    /**
     * Closes a descriptor. After {@code -EINTR} it is closed too: never close again.
     *
     * <p>{@code int close(int fd)}; close(2); Linux 1.0.
     */
    public static int close(final int fd) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) CLOSE.invokeExact(state, (long) fd, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Reads; 0 is the end. Blocks unless the descriptor is non-blocking.
     *
     * <p>{@code ssize_t read(int fd, void *buf, size_t count)}; read(2); Linux 1.0.
     */
    public static long read(final int fd, final MemorySegment buffer, final long count) {
        final MemorySegment state = Native.state();
        try {
            return Native.sizeResult(
                    (long)
                            READ.invokeExact(
                                    state, (long) fd, Native.pointer(buffer), count, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    /**
     * Writes, perhaps less than asked. Blocks unless the descriptor is non-blocking. The JVM
     * ignores SIGPIPE, so a gone reader is {@code -EPIPE}.
     *
     * <p>{@code ssize_t write(int fd, const void *buf, size_t count)}; write(2); Linux 1.0.
     */
    public static long write(final int fd, final MemorySegment buffer, final long count) {
        final MemorySegment state = Native.state();
        try {
            return Native.sizeResult(
                    (long)
                            WRITE.invokeExact(
                                    state, (long) fd, Native.pointer(buffer), count, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(buffer);
        }
    }

    /**
     * Reads or changes flags, or duplicates.
     *
     * <p>{@code int fcntl(int fd, int cmd, int arg)}; fcntl(2); Linux 1.0.
     *
     * @param command one of the F_ constants
     */
    public static int fcntl(final int fd, final int command, final int argument) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            FCNTL.invokeExact(
                                    state, (long) fd, (long) command, (long) argument, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Duplicates a descriptor, without FD_CLOEXEC; the caller owns the copy.
     *
     * <p>{@code int dup(int fd)}; dup(2); Linux 1.0.
     */
    public static int dup(final int fd) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) DUP.invokeExact(state, (long) fd, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Makes {@code to} a copy of {@code from}, without FD_CLOEXEC, closing what {@code to} was.
     *
     * <p>{@code int dup2(int from, int to)}; dup(2); Linux 1.0.
     */
    public static int dup2(final int from, final int to) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) DUP2.invokeExact(state, (long) from, (long) to, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Makes {@code to} a copy of {@code from}, closing what {@code to} was.
     *
     * <p>{@code int dup3(int from, int to, int flags)}; dup(2); Linux 2.6.27.
     *
     * @param flags 0 or {@link #O_CLOEXEC}
     */
    public static int dup3(final int from, final int to, final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            DUP3.invokeExact(
                                    state, (long) from, (long) to, (long) flags, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Opens a pipe; the caller owns both ends.
     *
     * <p>{@code int pipe2(int fds[2], int flags)}; pipe(2); Linux 2.6.27.
     *
     * @param ends two ints that receive the reading and the writing end
     * @param flags {@link #O_CLOEXEC}, {@link #O_NONBLOCK}
     */
    public static int pipe2(final MemorySegment ends, final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            PIPE2.invokeExact(
                                    state, Native.pointer(ends), (long) flags, 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(ends);
        }
    }

    /**
     * The descriptors this process has open, in order, from {@code /proc/self/fd}; proc(5).
     *
     * <p>Allocates. The descriptor of the listing itself may be among them, closed by the time the
     * answer is there.
     *
     * @return empty when /proc is not mounted
     */
    public static int[] openFds() {
        final String[] names = new File("/proc/self/fd").list();
        return names == null
                ? new int[0]
                : Arrays.stream(names).mapToInt(Integer::parseInt).sorted().toArray();
    }
}
