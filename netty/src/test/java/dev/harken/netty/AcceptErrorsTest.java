package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.linux.Errno;
import dev.harken.netty.AcceptErrors.Answer;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AcceptErrorsTest {

    @ParameterizedTest
    @ValueSource(ints = {Errno.EMFILE, Errno.ENFILE, Errno.ENOBUFS, Errno.ENOMEM})
    void lackOfSomethingSuspends(final int errno) {
        assertThat(AcceptErrors.answer(errno)).isEqualTo(Answer.SUSPEND);
    }

    @ParameterizedTest
    @ValueSource(ints = {Errno.ECONNABORTED, Errno.EPROTO, Errno.EPERM, Errno.ENETDOWN})
    void connectionThatIsGoneLetsTheNextBeTaken(final int errno) {
        assertThat(AcceptErrors.answer(errno)).isEqualTo(Answer.NEXT);
    }

    @ParameterizedTest
    @ValueSource(ints = {Errno.EBADF, Errno.EINVAL, Errno.ENOTSOCK})
    void socketThatNoLongerListensStops(final int errno) {
        assertThat(AcceptErrors.answer(errno)).isEqualTo(Answer.STOP);
    }

    @ParameterizedTest
    @ValueSource(ints = {Errno.EIO, Errno.EFAULT, Errno.ENOSYS})
    void whatIsNotKnownIsNotRetriedAtOnce(final int errno) {
        assertThat(AcceptErrors.answer(errno)).isEqualTo(Answer.SUSPEND);
        assertThat(AcceptErrors.metric(errno)).isEqualTo(WorkerMetric.ERRORS_OTHER);
    }
}
