package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

final class PollLinuxTest {

    @Test
    void tellsWhichDescriptorIsReadable() {
        try (Arena arena = Arena.ofConfined()) {
            final int quiet = EventFd.eventfd(0, EventFd.EFD_CLOEXEC);
            final int ready = EventFd.eventfd(1, EventFd.EFD_CLOEXEC);
            final MemorySegment entries = arena.allocate(2 * Poll.POLLFD_BYTES, Integer.BYTES);
            Poll.putEntry(entries, 0, quiet, Poll.POLLIN);
            Poll.putEntry(entries, 1, ready, Poll.POLLIN);

            assertThat(Poll.poll(entries, 2, 0)).isEqualTo(1);
            assertThat(Poll.returnedEvents(entries, 0)).isZero();
            assertThat(Poll.returnedEvents(entries, 1)).isEqualTo(Poll.POLLIN);
            Descriptors.close(ready);
            Descriptors.close(quiet);
        }
    }

    @Test
    void answersErrnoForEntriesItCannotRead() {
        assertThat(Poll.poll(MemorySegment.ofAddress(1), 1, 0)).isEqualTo(-Errno.EFAULT);
    }
}
