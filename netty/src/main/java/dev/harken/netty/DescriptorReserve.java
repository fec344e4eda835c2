package dev.harken.netty;

import dev.harken.linux.Descriptors;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * One descriptor kept for bad times. When accept finds none free, the worker gives this one up, so
 * that what it serves already can still open a file or an upstream socket, and takes it back before
 * it accepts again. Worker thread only.
 */
final class DescriptorReserve implements AutoCloseable {

    private static final MemorySegment DEV_NULL = Arena.global().allocateFrom("/dev/null");
    private static final int NONE = -1;

    private int fd = NONE;

    /**
     * Takes a descriptor, unless it is held.
     *
     * @return whether it is held now
     */
    boolean take() {
        if (fd < 0) {
            fd = Descriptors.open(DEV_NULL, Descriptors.O_RDONLY | Descriptors.O_CLOEXEC);
        }
        return fd >= 0;
    }

    /** Gives the descriptor up. */
    @Override
    public void close() {
        if (fd >= 0) {
            Descriptors.close(fd);
            fd = NONE;
        }
    }
}
