package dev.harken.netty;

import dev.harken.linux.Poll;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** Asks whether one descriptor is readable, without waiting. Worker thread only. */
final class Readiness {

    private final MemorySegment entry = Arena.ofAuto().allocate(Poll.POLLFD_BYTES, Long.BYTES);

    Readiness(final int fd) {
        Poll.putEntry(entry, 0, fd, Poll.POLLIN);
    }

    boolean now() {
        return Poll.poll(entry, 1, 0) != 0;
    }
}
