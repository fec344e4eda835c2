package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.RandomCases;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Damages real configurations at random: whatever it is, it is read or refused with a reason. */
final class ConfigFuzzTest {
    private static final List<String> SCRAPS =
            List.of(
                    " ",
                    "\n",
                    ";",
                    "{",
                    "}",
                    "#",
                    "\"",
                    "'",
                    "\\",
                    "$",
                    "${",
                    "}",
                    "*",
                    "=",
                    "~",
                    ":",
                    "-",
                    "[",
                    "]",
                    ".",
                    "/",
                    "0",
                    "-1",
                    "99999999999999999999",
                    "1s1ms",
                    "on",
                    "off",
                    "unix:",
                    "[::]:",
                    "..",
                    "\r\n",
                    "\0",
                    "\u00e9",
                    "\ud800",
                    "include *;",
                    "http {",
                    "server {",
                    "listen",
                    "reuseport",
                    "shards=9",
                    "accept=",
                    "return 200 $",
                    "stream",
                    "types {",
                    "location",
                    "ssl",
                    "log_format x",
                    "root",
                    "x".repeat(5000));

    private static final List<String> CONFIGURATIONS = configurations();

    @Test
    void nothingButAReasonComesOut() {
        RandomCases.check(3000, random -> checkReason(damaged(random)));
    }

    private static void checkReason(final String text) {
        try {
            final Configuration configuration =
                    ConfigLoader.parse(
                            "fuzz.conf",
                            text,
                            LoadOptions.prefix(Path.of("target/no-such-folder")),
                            host -> {
                                throw new UnknownHostException(host);
                            });
            assertThat(configuration.warnings())
                    .allMatch(found -> found.severity() == Severity.WARN);
        } catch (final ConfigException e) {
            assertThat(e.diagnostics()).anyMatch(found -> found.severity() == Severity.EMERG);
            assertThat(e.diagnostics()).hasSizeLessThanOrEqualTo(101);
            assertThat(e.diagnostics())
                    .flatMap(found -> found.position().stream().toList())
                    .allMatch(position -> position.line() >= 1 && position.column() >= 1);
        }
    }

    private static String damaged(final Random random) {
        final StringBuilder text =
                new StringBuilder(CONFIGURATIONS.get(random.nextInt(CONFIGURATIONS.size())));
        for (int i = random.nextInt(6); i >= 0; i--) {
            final int from = random.nextInt(text.length() + 1);
            final int to = Math.min(text.length(), from + random.nextInt(12));
            switch (random.nextInt(3)) {
                case 0 -> text.delete(from, to);
                case 1 -> text.insert(from, SCRAPS.get(random.nextInt(SCRAPS.size())));
                default -> text.insert(random.nextInt(text.length() + 1), text.substring(from, to));
            }
        }
        return text.toString();
    }

    private static List<String> configurations() {
        try (Stream<Path> files = Files.walk(Path.of("src/test/resources/dev/harken/conf"))) {
            return files.filter(file -> file.toString().endsWith(".conf"))
                    .map(ConfigFuzzTest::text)
                    .toList();
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(final Path file) {
        try {
            return Files.readString(file);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
