package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

final class DescriptorsLinuxTest {

    private final Arena arena = Arena.ofConfined();
    private final Deque<Integer> opened = new ArrayDeque<>();

    @AfterEach
    void close() {
        opened.forEach(Descriptors::close);
        arena.close();
    }

    @Test
    void changesFlags() {
        final int fd = own(EventFd.eventfd(0, 0));

        assertThat(Descriptors.fcntl(fd, Descriptors.F_GETFD, 0)).isZero();
        assertThat(Descriptors.fcntl(fd, Descriptors.F_SETFD, Descriptors.FD_CLOEXEC)).isZero();
        assertThat(Descriptors.fcntl(fd, Descriptors.F_GETFD, 0)).isEqualTo(Descriptors.FD_CLOEXEC);

        assertThat(Descriptors.fcntl(fd, Descriptors.F_SETFL, Descriptors.O_NONBLOCK)).isZero();
        assertThat(Descriptors.fcntl(fd, Descriptors.F_GETFL, 0) & Descriptors.O_NONBLOCK)
                .isNotZero();
        assertThat(Descriptors.fcntl(-1, Descriptors.F_GETFL, 0)).isEqualTo(-Errno.EBADF);
    }

    @Test
    void duplicatesToFreeAndToChosenNumbers() {
        final int fd = own(EventFd.eventfd(1, 0));
        final int high = own(Descriptors.fcntl(fd, Descriptors.F_DUPFD_CLOEXEC, 200));
        assertThat(high).isGreaterThanOrEqualTo(200);
        final int other = own(EventFd.eventfd(2, 0));

        assertThat(Descriptors.dup3(fd, other, Descriptors.O_CLOEXEC)).isEqualTo(other);
        assertThat(EventFd.eventfdRead(other)).isOne();
        assertThat(Descriptors.dup3(fd, fd, 0)).isEqualTo(-Errno.EINVAL);
        assertThat(Descriptors.dup2(fd, high)).isEqualTo(high);
        assertThat(own(Descriptors.dup(fd))).isPositive();
    }

    @Test
    void movesBytesThroughAPipe() {
        final MemorySegment ends = arena.allocate(JAVA_INT, 2);
        assertThat(Descriptors.pipe2(ends, Descriptors.O_NONBLOCK)).isZero();
        final int reading = own(ends.get(JAVA_INT, 0));
        final int writing = own(ends.get(JAVA_INT, 4));
        final MemorySegment buffer = arena.allocateFrom("harken");

        assertThat(Descriptors.read(reading, buffer, 6)).isEqualTo(-Errno.EAGAIN);
        assertThat(Descriptors.write(writing, buffer, 6)).isEqualTo(6);
        assertThat(Descriptors.read(reading, buffer.fill((byte) 0), 7)).isEqualTo(6);
        assertThat(buffer.getString(0)).isEqualTo("harken");
        assertThat(Descriptors.fcntl(writing, Descriptors.F_SETPIPE_SZ, 1 << 16))
                .isEqualTo(Descriptors.fcntl(reading, Descriptors.F_GETPIPE_SZ, 0));
    }

    @Test
    void listsWhatIsOpen() {
        final int low = own(EventFd.eventfd(0, 0));
        // A number that the listing itself does not get.
        final int fd = Descriptors.fcntl(low, Descriptors.F_DUPFD_CLOEXEC, 300);

        assertThat(Descriptors.openFds()).contains(fd).isSorted();
        Descriptors.close(fd);
        assertThat(Descriptors.openFds()).doesNotContain(fd);
    }

    @Test
    void opensAFile() {
        final int fd =
                own(Descriptors.open(arena.allocateFrom("/proc/self/comm"), Descriptors.O_RDONLY));
        final MemorySegment buffer = arena.allocate(64);

        assertThat(Descriptors.read(fd, buffer, 63)).isPositive();
        assertThat(Descriptors.open(arena.allocateFrom("/no/such/file"), 0))
                .isEqualTo(-Errno.ENOENT);
    }

    @Test
    void closesOnce() {
        final int fd = EventFd.eventfd(0, 0);

        assertThat(Descriptors.close(fd)).isZero();
        assertThat(Descriptors.close(fd)).isEqualTo(-Errno.EBADF);
    }

    private int own(final int fd) {
        assertThat(fd).as(Errno.name(fd)).isNotNegative();
        opened.push(fd);
        return fd;
    }
}
