package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Runs an installed nginx on the malformed configurations and compares what it says. */
final class NginxAgreementTest {
    private static final String PROGRAM_PREFIX = "nginx: ";
    private static final Pattern MODULES = Pattern.compile("--modules-path=(\\S+)");

    @TempDir private Path folder;

    @TestFactory
    Stream<DynamicTest> saysWhatNginxSays() throws IOException {
        Require.tool("nginx");
        final Path modules = modulesPath();
        final boolean streams = Files.exists(modules.resolve("ngx_stream_module.so"));
        final List<Path> cases;
        try (Stream<Path> files = Files.list(MalformedConfigTest.CASES.resolve("nginx"))) {
            cases = files.filter(file -> file.toString().endsWith(".conf")).sorted().toList();
        }
        assertThat(cases).hasSizeGreaterThan(50);
        return cases.stream()
                .filter(file -> streams || !file.getFileName().toString().startsWith("stream"))
                .map(
                        file ->
                                DynamicTest.dynamicTest(
                                        file.getFileName().toString(),
                                        () -> compare(file, modules)));
    }

    private static Path modulesPath() {
        final Processes.Result version = Processes.run("nginx", "-V");
        final Matcher path = MODULES.matcher(version.errors());
        return Path.of(path.find() ? path.group(1) : "/usr/lib/nginx/modules");
    }

    private void compare(final Path input, final Path modules) throws IOException {
        final Path file = folder.resolve(input.getFileName().toString());
        final String text = Files.readString(input);
        Files.writeString(
                file, text.replace("load_module modules/", "load_module " + modules + "/"));
        assertThat(own(file)).isEqualTo(nginx(file));
    }

    /** Returns what nginx prints up to its first error. */
    private List<String> nginx(final Path file) {
        final Processes.Result result =
                Processes.run(
                        "nginx",
                        "-t",
                        "-p",
                        folder + "/",
                        "-c",
                        file.toString(),
                        "-e",
                        "error.log");
        return result.errors()
                .lines()
                .filter(line -> line.startsWith(PROGRAM_PREFIX + "["))
                .map(line -> line.substring(PROGRAM_PREFIX.length()))
                .toList();
    }

    /** Returns what is found here up to the first error. */
    private List<String> own(final Path file) {
        final List<String> lines = new ArrayList<>();
        try {
            ConfigLoader.load(file, LoadOptions.prefix(folder));
        } catch (final ConfigException e) {
            for (final Diagnostic found : e.diagnostics()) {
                lines.add(found.line());
                if (found.severity() == Severity.EMERG) {
                    break;
                }
            }
        }
        return lines;
    }
}
