package dev.harken.conf;

import dev.harken.testkit.Golden;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Configurations that are right, each with what was understood. */
final class AcceptedConfigTest {
    private static final Path CASES = Path.of("src/test/resources/dev/harken/conf/accepted");

    @TestFactory
    Stream<DynamicTest> isUnderstood() throws IOException {
        return Golden.in(CASES, ".conf", ".json").tests(AcceptedConfigTest::model);
    }

    private static String model(final Path file) throws ConfigException {
        final Path folder = file.toAbsolutePath().getParent();
        final Configuration read =
                ConfigLoader.load(file.toAbsolutePath(), LoadOptions.prefix(folder));
        final Configuration shown =
                new Configuration(
                        read.main(),
                        read.events(),
                        read.http(),
                        read.stream(),
                        read.warnings(),
                        read.withoutEffect(),
                        List.of());
        return ModelDump.json(shown).replace(folder + "/", "");
    }
}
