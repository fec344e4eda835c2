package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.Golden;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Malformed configurations, each with all that is said about it. */
final class MalformedConfigTest {
    static final Path CASES = Path.of("src/test/resources/dev/harken/conf/malformed");

    /** Configurations that nginx refuses, too, and with the same first words. */
    @TestFactory
    Stream<DynamicTest> whatNginxRefuses() throws IOException {
        return Golden.in(CASES.resolve("nginx"), ".conf", ".expected")
                .tests(MalformedConfigTest::messages);
    }

    /** Configurations that nginx accepts, or refuses with less to say. */
    @TestFactory
    Stream<DynamicTest> whatHarkenRefuses() throws IOException {
        return Golden.in(CASES.resolve("harken"), ".conf", ".expected")
                .tests(MalformedConfigTest::messages);
    }

    private static String messages(final Path file) {
        final Path folder = file.toAbsolutePath().getParent();
        try {
            final Configuration configuration =
                    ConfigLoader.load(file.toAbsolutePath(), LoadOptions.prefix(folder));
            throw new AssertionError("accepted: " + configuration);
        } catch (final ConfigException e) {
            assertThat(e.diagnostics()).anyMatch(found -> found.severity() == Severity.EMERG);
            return e.diagnostics().stream()
                    .map(found -> found + "\n")
                    .collect(Collectors.joining())
                    .replace(folder + "/", "");
        }
    }
}
