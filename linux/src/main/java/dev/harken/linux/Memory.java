package dev.harken.linux;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Memory mappings; mmap(2). Constants are those of {@code asm-generic/mman-common.h}. Any thread.
 */
public final class Memory {

    /** May be read. */
    public static final int PROT_READ = 1;

    /** May be written. */
    public static final int PROT_WRITE = 2;

    /** Others see the changes. */
    public static final int MAP_SHARED = 1;

    /** Copy on write. */
    public static final int MAP_PRIVATE = 2;

    /** No file behind it. */
    public static final int MAP_ANONYMOUS = 0x20;

    private static final MethodHandle MMAP = Native.function("mmap");
    private static final MethodHandle MUNMAP = Native.function("munmap");

    private Memory() {}

    /**
     * Maps a file or memory.
     *
     * <p>{@code void *mmap(void *addr, size_t length, int prot, int flags, int fd, off_t offset)};
     * mmap(2); Linux 1.0.
     *
     * @param address 0 lets the kernel choose
     * @return the address or {@code -errno}
     */
    public static long mmap(
            final long address,
            final long bytes,
            final int protection,
            final int flags,
            final int fd,
            final long offset) {
        final MemorySegment state = Native.state();
        try {
            return Native.sizeResult(
                    (long)
                            MMAP.invokeExact(
                                    state,
                                    address,
                                    bytes,
                                    (long) protection,
                                    (long) flags,
                                    (long) fd,
                                    offset),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Removes a mapping. No segment over it may be used afterwards.
     *
     * <p>{@code int munmap(void *addr, size_t length)}; munmap(2); Linux 1.0.
     */
    public static int munmap(final long address, final long bytes) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) MUNMAP.invokeExact(state, address, bytes, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * A view of a mapping. The caller keeps the mapping for as long as the view is used; nothing
     * else guards it.
     *
     * @param address as {@link #mmap} returned it
     */
    @SuppressWarnings("restricted")
    public static MemorySegment view(final long address, final long bytes) {
        return MemorySegment.ofAddress(address).reinterpret(bytes);
    }
}
