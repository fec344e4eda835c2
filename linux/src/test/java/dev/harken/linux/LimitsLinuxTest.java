package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;

final class LimitsLinuxTest {

    @Test
    void agreesWithProcAboutOpenFiles() throws Exception {
        final var limit = Limits.limit(Limits.RLIMIT_NOFILE).orElseThrow();

        final String line =
                Files.readAllLines(Path.of("/proc/self/limits")).stream()
                        .filter(candidate -> candidate.startsWith("Max open files"))
                        .findFirst()
                        .orElseThrow();

        assertThat(line.split("\\s+"))
                .contains(Long.toString(limit.soft()), Long.toString(limit.hard()));
    }

    @Test
    void lowersAndRestoresASoftLimit() {
        final var before = Limits.limit(Limits.RLIMIT_CORE).orElseThrow();
        final var lowered = new Limits.Limit(0, before.hard());
        try {
            assertThat(Limits.setLimit(Limits.RLIMIT_CORE, lowered)).isZero();
            assertThat(Limits.limit(Limits.RLIMIT_CORE)).contains(lowered);
        } finally {
            Limits.setLimit(Limits.RLIMIT_CORE, before);
        }
    }

    @Test
    void refusesAnUnknownResource() {
        assertThat(Limits.limit(999)).isEmpty();
        assertThat(Limits.setLimit(999, new Limits.Limit(1, 1))).isEqualTo(-Errno.EINVAL);
    }
}
