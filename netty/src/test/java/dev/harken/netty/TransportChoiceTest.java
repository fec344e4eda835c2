package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

final class TransportChoiceTest {

    private static final Function<Transport, Optional<String>> ALL = host(Map.of());
    private static final Function<Transport, Optional<String>> CONTAINER =
            host(Map.of(Transport.IO_URING, "EPERM"));
    private static final Function<Transport, Optional<String>> OTHER_SYSTEM =
            host(Map.of(Transport.IO_URING, "not Linux", Transport.EPOLL, "not Linux"));

    @Test
    void takesIoUringWhereItWorks() {
        assertThat(TransportChoice.choose(TransportPreference.AUTO, ALL))
                .isEqualTo(new TransportChoice(Transport.IO_URING, "works on this host"));
    }

    @Test
    void fallsBackToEpollAndSaysWhy() {
        assertThat(TransportChoice.choose(TransportPreference.AUTO, CONTAINER))
                .isEqualTo(new TransportChoice(Transport.EPOLL, "no io_uring: EPERM"));
    }

    @Test
    void fallsBackToNioAndSaysWhyTwice() {
        assertThat(TransportChoice.choose(TransportPreference.AUTO, OTHER_SYSTEM))
                .isEqualTo(
                        new TransportChoice(
                                Transport.NIO, "no io_uring: not Linux; no epoll: not Linux"));
    }

    @Test
    void refusesATransportThatWasAskedForByNameAndDoesNotWork() {
        assertThatThrownBy(() -> TransportChoice.choose(TransportPreference.IO_URING, CONTAINER))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("transport IO_URING does not work on this host: EPERM");
    }

    @Test
    void takesNioOnDemandWhateverElseWorks() {
        assertThat(TransportChoice.choose(TransportPreference.NIO, ALL).transport())
                .isEqualTo(Transport.NIO);
    }

    private static Function<Transport, Optional<String>> host(
            final Map<Transport, String> obstacles) {
        return transport -> Optional.ofNullable(obstacles.get(transport));
    }
}
