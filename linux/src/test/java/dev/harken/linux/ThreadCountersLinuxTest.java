package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.FutureTask;

final class ThreadCountersLinuxTest {

    private static final int SLEEPS = 50;

    @Test
    void countsEveryWaitOfAThread() throws Exception {
        final var task = new FutureTask<>(ThreadCountersLinuxTest::switchesOfSleeps);
        Thread.ofPlatform().start(task);

        // The virtual machine may stop the thread a few times more, at safepoints.
        assertThat(task.get().voluntarySwitches()).isBetween((long) SLEEPS, 2L * SLEEPS);
    }

    @Test
    void countsTheTimeOnACpu() throws Exception {
        final var task = new FutureTask<>(ThreadCountersLinuxTest::countersOfWork);
        Thread.ofPlatform().start(task);

        assertThat(task.get().cpuNanos()).isGreaterThanOrEqualTo(20_000_000L);
    }

    @Test
    void isEmptyForAThreadThatIsGone() {
        assertThat(ThreadCounters.of(Integer.MAX_VALUE)).isEmpty();
    }

    private static ThreadCounters switchesOfSleeps() {
        final int epoll = Epoll.epollCreate1(Epoll.EPOLL_CLOEXEC);
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment events = arena.allocate(Epoll.EVENT_BYTES, 8);
            final int tid = Scheduler.gettid();
            final var before = ThreadCounters.of(tid).orElseThrow();
            for (int i = 0; i < SLEEPS; i++) {
                Epoll.epollWait(epoll, events, 1, 1);
            }
            return ThreadCounters.of(tid).orElseThrow().since(before);
        } finally {
            Descriptors.close(epoll);
        }
    }

    private static ThreadCounters countersOfWork() {
        final int tid = Scheduler.gettid();
        final var before = ThreadCounters.of(tid).orElseThrow();
        ThreadCounters spent;
        do {
            spent = ThreadCounters.of(tid).orElseThrow().since(before);
        } while (spent.cpuNanos() < 20_000_000L);
        return spent;
    }
}
