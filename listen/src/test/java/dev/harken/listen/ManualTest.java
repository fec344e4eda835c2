package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

class ManualTest {
    /** Beside the module's folder, in which the build runs tests. */
    private static final Path MANUAL = Path.of("../docs/listen.md");

    @Test
    void everyOptionHasAHeadingAndItsKernelName() throws IOException {
        final List<String> headings =
                Files.readAllLines(MANUAL).stream()
                        .filter(line -> line.startsWith("### "))
                        .toList();
        assertThat(Arrays.stream(Option.values()).filter(option -> option != Option.REUSE_PORT))
                .allSatisfy(
                        option ->
                                assertThat(headings)
                                        .anyMatch(heading -> heading.contains("`" + option + "("))
                                        .anyMatch(heading -> heading.contains(name(option))));
        assertThat(Files.readString(MANUAL)).contains(Option.REUSE_PORT.kernelName());
    }

    private static String name(final Option option) {
        return option == Option.BACKLOG ? "listen(2)" : option.kernelName();
    }
}
