package dev.harken.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

@ExtendWith(LeakExtension.class)
final class ProcessesLinuxTest {

    @Test
    void separatesOutputErrorsAndStatus() {
        final var result = Processes.run("sh", "-c", "echo out; echo err >&2; exit 3");

        assertThat(result).isEqualTo(new Processes.Result(3, "out\n", "err\n"));
        assertThatThrownBy(result::orFail).isInstanceOf(AssertionError.class);
    }

    @Test
    void addsToTheEnvironment() {
        final var result =
                Processes.run(
                        Processes.DEFAULT_TIMEOUT,
                        Map.of("HARKEN_TEST", "yes"),
                        List.of("sh", "-c", "echo $HARKEN_TEST"));

        assertThat(result.orFail().lines()).containsExactly("yes");
    }

    @Test
    void endsACommandThatTakesTooLong() {
        assertThatThrownBy(() -> Processes.run(Duration.ofMillis(50), List.of("sleep", "1000")))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("not done within");
    }

    @Test
    void doesNotWaitForADescendantThatKeepsTheOutput() {
        final var result = Processes.run("sh", "-c", "sleep 1000 & echo $!");

        final long sleeper = Long.parseLong(result.lines().getFirst());
        ProcessHandle.of(sleeper).ifPresent(ProcessHandle::destroyForcibly);
        assertThat(result.exit()).isZero();
    }

    @Test
    void waitsForAPatternOfACommandThatRuns() {
        try (var process =
                Processes.start(List.of("sh", "-c", "echo ready on 8080; exec sleep 1000"))) {
            final var match =
                    process.awaitOutput(Pattern.compile("ready on (\\d+)"), Await.DEFAULT_DEADLINE);

            assertThat(match.group(1)).isEqualTo("8080");
            assertThat(process.isAlive()).isTrue();
        }
    }

    @Test
    void failsAtOnceWhenTheCommandEndsWithoutThePattern() {
        try (var process = Processes.start(List.of("sh", "-c", "echo sorry"))) {
            assertThatThrownBy(
                            () ->
                                    process.awaitOutput(
                                            Pattern.compile("ready"), Duration.ofHours(1)))
                    .hasMessageContaining("sorry");
        }
    }

    @Test
    void runsAClassInAnotherVirtualMachine() {
        final var result =
                Processes.run(Processes.DEFAULT_TIMEOUT, Processes.java(Hello.class, "harken"));

        assertThat(result.orFail().output()).isEqualTo("hello harken\n");
    }

    static final class Hello {
        public static void main(final String[] arguments) {
            System.out.println("hello " + arguments[0]);
        }
    }
}
