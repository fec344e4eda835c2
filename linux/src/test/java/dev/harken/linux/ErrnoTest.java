package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ErrnoTest {

    @Test
    void namesAndDescribesAnError() {
        assertThat(Errno.name(Errno.EADDRINUSE)).isEqualTo("EADDRINUSE");
        assertThat(Errno.describe(Errno.EADDRINUSE)).isEqualTo("address already in use");
        assertThat(Errno.describe(Errno.EACCES)).isEqualTo("permission denied");
    }

    @Test
    void acceptsANegatedNumber() {
        assertThat(Errno.name(-Errno.EAGAIN)).isEqualTo("EAGAIN");
        assertThat(Errno.describe(-Errno.EAGAIN)).isEqualTo("resource temporarily unavailable");
    }

    @Test
    void knowsTheNumberTheKernelShouldNotReturn() {
        assertThat(Errno.name(Errno.ENOTSUPP)).isEqualTo("ENOTSUPP");
    }

    @Test
    void doesNotFailOnAnUnknownNumber() {
        assertThat(Errno.name(9999)).isEqualTo("errno 9999");
        assertThat(Errno.name(0)).isEqualTo("errno 0");
        assertThat(Errno.describe(9999)).isEqualTo("unknown error");
    }
}
