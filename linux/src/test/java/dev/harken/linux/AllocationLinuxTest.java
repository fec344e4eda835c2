package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;

/**
 * The calls that a worker makes for every event and every connection leave no garbage once the
 * optimising compiler has seen them: the JDK slices the errno segment in each call, which escape
 * analysis removes.
 */
final class AllocationLinuxTest {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private static final int CALLS = 20_000;
    private static final int ROUNDS = 100;

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment events = arena.allocate(4L * Epoll.EVENT_BYTES, 8);
    private final MemorySegment buffer = arena.allocate(64, 8);
    private int epoll;
    private int counter;
    private int listener;

    @BeforeEach
    void open() {
        epoll = Epoll.epollCreate1(Epoll.EPOLL_CLOEXEC);
        counter = EventFd.eventfd(0, EventFd.EFD_CLOEXEC | EventFd.EFD_NONBLOCK);
        final int type = Sockets.SOCK_STREAM | Sockets.SOCK_CLOEXEC | Sockets.SOCK_NONBLOCK;
        listener = Sockets.socket(Sockets.AF_INET, type, 0);
        assertThat(Sockets.listen(listener, 1)).isZero();
    }

    @AfterEach
    void close() {
        Descriptors.close(epoll);
        Descriptors.close(counter);
        Descriptors.close(listener);
        arena.close();
    }

    @Test
    void ofWaitingForEvents() {
        assertNoGarbage(() -> Epoll.epollWait(epoll, events, 4, 0));
    }

    @Test
    void ofAcceptingWhenThereIsNothing() {
        assertNoGarbage(() -> Sockets.accept4(listener, MemorySegment.NULL, MemorySegment.NULL, 0));
    }

    @Test
    void ofReadingAndWriting() {
        assertNoGarbage(
                () -> {
                    Descriptors.write(counter, buffer, 8);
                    Descriptors.read(counter, buffer, 8);
                });
    }

    @Test
    void ofOptionsOfOneInt() {
        assertNoGarbage(
                () -> {
                    Sockets.setInt(listener, Sockets.SOL_SOCKET, Sockets.SO_KEEPALIVE, 1);
                    Sockets.getInt(listener, Sockets.SOL_SOCKET, Sockets.SO_KEEPALIVE);
                });
    }

    @Test
    void ofWakingAnotherThread() {
        assertNoGarbage(
                () -> {
                    EventFd.eventfdWrite(counter, 1);
                    EventFd.eventfdRead(counter);
                });
    }

    private static void assertNoGarbage(final Runnable calls) {
        long allocated = Long.MAX_VALUE;
        // Far less than the smallest object per call: compilation may leave something by the way.
        for (int round = 0; round < ROUNDS && allocated >= CALLS; round++) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                calls.run();
            }
            allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        }

        assertThat(allocated).isLessThan(CALLS);
    }
}
