package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class PidFdLinuxTest {

    private final int self = PidFd.pidfdOpen((int) ProcessHandle.current().pid(), 0);

    @AfterEach
    void close() {
        Descriptors.close(self);
    }

    @Test
    void takesADescriptorOfAProcess() {
        final int counter = EventFd.eventfd(5, 0);

        final int taken = PidFd.pidfdGetfd(self, counter, 0);
        try {
            assertThat(EventFd.eventfdRead(taken)).isEqualTo(5);
            assertThat(Descriptors.fcntl(taken, Descriptors.F_GETFD, 0))
                    .isEqualTo(Descriptors.FD_CLOEXEC);
        } finally {
            Descriptors.close(taken);
            Descriptors.close(counter);
        }
        assertThat(PidFd.pidfdGetfd(self, 1 << 20, 0)).isEqualTo(-Errno.EBADF);
    }

    @Test
    void signalsTheProcessItWasOpenedFor() throws Exception {
        final var child = new ProcessBuilder("sleep", "1000").start();
        final int descriptor = PidFd.pidfdOpen((int) child.pid(), 0);
        try {
            assertThat(PidFd.pidfdSendSignal(descriptor, Signals.SIGKILL)).isZero();
            assertThat(child.waitFor()).isEqualTo(128 + Signals.SIGKILL);
            assertThat(PidFd.pidfdSendSignal(descriptor, Signals.SIGKILL)).isEqualTo(-Errno.ESRCH);
        } finally {
            Descriptors.close(descriptor);
            child.destroyForcibly();
        }
    }

    @Test
    void refusesAProcessThatDoesNotExist() {
        assertThat(PidFd.pidfdOpen(Integer.MAX_VALUE, 0)).isEqualTo(-Errno.ESRCH);
    }
}
