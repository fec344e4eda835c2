package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

final class SignalsLinuxTest {

    private static final int PID = (int) ProcessHandle.current().pid();

    /** Not used by the virtual machine, and ignored by default. */
    private static final int SIGNAL = Signals.SIGWINCH;

    @Test
    void checksThatAProcessExists() {
        assertThat(Signals.kill(PID, 0)).isZero();
        assertThat(Signals.kill(Integer.MAX_VALUE, 0)).isEqualTo(-Errno.ESRCH);
    }

    @Test
    void masksTheCallingThreadAlone() throws Exception {
        assertThat(onNewThread(() -> blocked(Signals.SIG_BLOCK, SIGNAL))).isTrue();
        assertThat(onNewThread(() -> blocked(Signals.SIG_UNBLOCK, SIGNAL))).isFalse();
    }

    @Test
    void returnsTheErrorOfAFunctionThatLeavesErrnoAlone() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment set = arena.allocate(Signals.SET_BYTES, 8);

            assertThat(Signals.pthreadSigmask(99, set, MemorySegment.NULL))
                    .isEqualTo(-Errno.EINVAL);
        }
    }

    @Test
    void readsASignalOfThisThreadFromADescriptor() throws Exception {
        assertThat(onNewThread(SignalsLinuxTest::signalFromDescriptor))
                .isEqualTo(new Received(SIGNAL, PID, Credentials.getuid()));
    }

    private record Received(int signal, int pid, int uid) {}

    private static Received signalFromDescriptor() {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment set = arena.allocate(Signals.SET_BYTES, 8);
            Signals.putSet(set, SIGNAL);
            assertThat(Signals.pthreadSigmask(Signals.SIG_BLOCK, set, MemorySegment.NULL)).isZero();
            final int fd = SignalFd.signalfd(-1, set, SignalFd.SFD_CLOEXEC);
            try {
                assertThat(Signals.tgkill(PID, Scheduler.gettid(), SIGNAL)).isZero();
                final MemorySegment info = arena.allocate(SignalFd.INFO_BYTES, 8);
                assertThat(Descriptors.read(fd, info, SignalFd.INFO_BYTES))
                        .isEqualTo(SignalFd.INFO_BYTES);
                return new Received(SignalFd.signal(info), SignalFd.pid(info), SignalFd.uid(info));
            } finally {
                Descriptors.close(fd);
            }
        }
    }

    private static boolean blocked(final int how, final int signal) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment set = arena.allocate(Signals.SET_BYTES, 8);
            Signals.putSet(set, signal, Signals.SIGUSR1);
            assertThat(Signals.pthreadSigmask(how, set, MemorySegment.NULL)).isZero();
            assertThat(Signals.pthreadSigmask(how, MemorySegment.NULL, set)).isZero();
            return Signals.contains(set, signal);
        }
    }

    private static <T> T onNewThread(final Callable<T> work) throws Exception {
        final var task = new FutureTask<>(work);
        Thread.ofPlatform().start(task);
        return task.get();
    }
}
