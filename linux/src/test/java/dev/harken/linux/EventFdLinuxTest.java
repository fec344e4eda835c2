package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class EventFdLinuxTest {

    private final int fd = EventFd.eventfd(3, EventFd.EFD_NONBLOCK | EventFd.EFD_CLOEXEC);

    @AfterEach
    void close() {
        assertThat(Descriptors.close(fd)).isZero();
    }

    @Test
    void addsUpAndIsEmptiedByARead() {
        assertThat(EventFd.eventfdWrite(fd, 1L << 40)).isZero();

        assertThat(EventFd.eventfdRead(fd)).isEqualTo((1L << 40) + 3);
        assertThat(EventFd.eventfdRead(fd)).isEqualTo(-Errno.EAGAIN);
    }

    @Test
    void refusesToOverflow() {
        assertThat(EventFd.eventfdWrite(fd, -2)).isEqualTo(-Errno.EAGAIN);
        assertThat(EventFd.eventfdWrite(fd, -1)).isEqualTo(-Errno.EINVAL);
    }
}
