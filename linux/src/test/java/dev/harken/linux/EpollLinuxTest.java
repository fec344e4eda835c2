package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

final class EpollLinuxTest {

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment events = arena.allocate(8L * Epoll.EVENT_BYTES, 8);
    private final MemorySegment pipe = arena.allocate(JAVA_INT, 2);
    private int epoll;

    @BeforeEach
    void open() {
        epoll = Epoll.epollCreate1(Epoll.EPOLL_CLOEXEC);
        assertThat(epoll).isPositive();
        assertThat(Descriptors.pipe2(pipe, Descriptors.O_NONBLOCK | Descriptors.O_CLOEXEC))
                .isZero();
    }

    @AfterEach
    void close() {
        Descriptors.close(epoll);
        Descriptors.close(readEnd());
        Descriptors.close(writeEnd());
        arena.close();
    }

    @Test
    void returnsTheMaskAndTheDataOfEachReadyDescriptor() {
        register(readEnd(), Epoll.EPOLLIN, 0x1122_3344_5566_7788L);
        register(writeEnd(), Epoll.EPOLLOUT, -1L);
        Descriptors.write(writeEnd(), arena.allocateFrom("x"), 1);

        assertThat(Epoll.epollWait(epoll, events, 8, 0)).isEqualTo(2);

        final int reader = Epoll.data(events, 0) == -1L ? 1 : 0;
        assertThat(Epoll.data(events, reader)).isEqualTo(0x1122_3344_5566_7788L);
        assertThat(Epoll.mask(events, reader)).isEqualTo(Epoll.EPOLLIN);
        assertThat(Epoll.data(events, 1 - reader)).isEqualTo(-1L);
        assertThat(Epoll.mask(events, 1 - reader)).isEqualTo(Epoll.EPOLLOUT);
    }

    @Test
    void changesAndRemovesARegistration() {
        register(writeEnd(), Epoll.EPOLLOUT, 1);
        Epoll.putEvent(events, 0, 0, 1);
        assertThat(Epoll.epollCtl(epoll, Epoll.EPOLL_CTL_MOD, writeEnd(), events)).isZero();
        assertThat(Epoll.epollWait(epoll, events, 8, 0)).isZero();

        assertThat(Epoll.epollCtl(epoll, Epoll.EPOLL_CTL_DEL, writeEnd(), MemorySegment.NULL))
                .isZero();
        assertThat(Epoll.epollCtl(epoll, Epoll.EPOLL_CTL_DEL, writeEnd(), MemorySegment.NULL))
                .isEqualTo(-Errno.ENOENT);
    }

    @Test
    void refusesToModifyAnExclusiveRegistration() {
        register(readEnd(), Epoll.EPOLLIN | Epoll.EPOLLEXCLUSIVE, 1);

        assertThat(Epoll.epollCtl(epoll, Epoll.EPOLL_CTL_MOD, readEnd(), events))
                .isEqualTo(-Errno.EINVAL);
    }

    private void register(final int fd, final int mask, final long data) {
        Epoll.putEvent(events, 0, mask, data);
        assertThat(Epoll.epollCtl(epoll, Epoll.EPOLL_CTL_ADD, fd, events)).isZero();
    }

    private int readEnd() {
        return pipe.get(JAVA_INT, 0);
    }

    private int writeEnd() {
        return pipe.get(JAVA_INT, 4);
    }
}
