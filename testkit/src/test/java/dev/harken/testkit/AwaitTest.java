package dev.harken.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

final class AwaitTest {

    @Test
    void asksUntilTheConditionHolds() {
        final AtomicInteger asked = new AtomicInteger();

        Await.until("asked three times", () -> asked.incrementAndGet() == 3);

        assertThat(asked).hasValue(3);
    }

    @Test
    void returnsTheValueThatCame() {
        final AtomicInteger asked = new AtomicInteger();

        final String value =
                Await.value(
                        "second answer",
                        Await.DEFAULT_DEADLINE,
                        () -> asked.incrementAndGet() < 2 ? Optional.empty() : Optional.of("yes"));

        assertThat(value).isEqualTo("yes");
    }

    @Test
    void toleratesExceptionsUntilTheDeadlineAndThenNamesTheLast() {
        assertThatThrownBy(
                        () ->
                                Await.until(
                                        "the file",
                                        Duration.ofMillis(5),
                                        () -> {
                                            throw new IOException("not yet");
                                        }))
                .isInstanceOf(AssertionError.class)
                .hasMessage("not within 5 ms: the file")
                .hasRootCauseMessage("not yet");
    }

    @Test
    void asksAtLeastOnce() {
        Await.until("true", Duration.ZERO, () -> true);
    }

    @Test
    void givesUpWhenInterrupted() {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> Await.until("never", () -> false))
                .hasMessage("interrupted while waiting: never");
        assertThat(Thread.interrupted()).isTrue();
    }
}
