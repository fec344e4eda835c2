package dev.harken.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

final class RandomCasesTest {
    @Test
    void everyCaseIsAnother() {
        final Set<Long> seen = new HashSet<>();
        RandomCases.check(100, random -> seen.add(random.nextLong()));
        assertThat(seen).hasSize(100);
    }

    @Test
    void stopsAtTheFirstCaseThatFailsAndNamesItsSeed() {
        final AtomicInteger runs = new AtomicInteger();
        assertThatThrownBy(
                        () ->
                                RandomCases.check(
                                        10,
                                        _ -> {
                                            if (runs.incrementAndGet() == 3) {
                                                throw new IllegalStateException("third");
                                            }
                                        }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("case 2 failed, repeat with -Dharken.tests.seed=")
                .hasRootCauseMessage("third");
        assertThat(runs).hasValue(3);
    }

    @Test
    void textStaysInItsAlphabet() {
        RandomCases.check(
                50,
                random ->
                        assertThat(RandomCases.text(random, "ab", 9))
                                .hasSizeLessThanOrEqualTo(9)
                                .matches("[ab]*"));
    }
}
