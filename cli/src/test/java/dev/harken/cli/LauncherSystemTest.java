package dev.harken.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.Processes;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The launcher's own work: finding a JDK, its files, its start-up cache. */
class LauncherSystemTest {
    @TempDir private Path folder;

    @Test
    void worksThroughALinkFromAnywhereInAPathWithSpaces() throws IOException {
        final Path home = install(folder.resolve("a path"));
        final Path link =
                Files.createSymbolicLink(folder.resolve("a link"), home.resolve("harken"));

        final Processes.Result result =
                Processes.run("sh", "-c", "cd / && \"$0\" --version", link.toString());
        assertThat(result.exit()).as(result.errors()).isZero();
        assertThat(result.output()).startsWith("harken ");
    }

    @Test
    void aDirectoryWithoutAJdkIsRefusedWithTheRemedy() {
        final Processes.Result result =
                Harken.run(Map.of("HARKEN_JAVA_HOME", folder.toString()), "harken", "--version");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.errors())
                .contains("HARKEN_JAVA_HOME=" + folder + " holds no JDK 25 or newer")
                .contains("unset it");
    }

    @Test
    void aJdkThatIsTooOldOnThePathIsPassedOver() throws IOException {
        final Path old = Files.createDirectories(folder.resolve("jdk-17/bin"));
        final Path java = Files.writeString(old.resolve("java"), "#!/bin/sh\nexit 9\n");
        java.toFile().setExecutable(true);
        Files.writeString(folder.resolve("jdk-17/release"), "JAVA_VERSION=\"17.0.15\"\n");

        final Processes.Result result =
                Harken.run(
                        Map.of(
                                "JAVA_HOME",
                                folder.resolve("jdk-17").toString(),
                                "PATH",
                                old + ":" + System.getenv("PATH")),
                        "harken",
                        "--version");
        assertThat(result.exit()).as(result.errors()).isZero();
    }

    @Test
    void optionsForTheJvmArePassedOn() {
        final Processes.Result result =
                Harken.run(
                        Map.of("HARKEN_JAVA_OPTS", "-Dunused=1 -XX:+PrintFlagsFinal"),
                        "harken",
                        "--version");

        assertThat(result.output()).contains("UseSerialGC");
    }

    @Test
    void theCacheFitsItsJarsAndAnotherBuildGetsAnother() throws IOException {
        final Path home = install(folder.resolve("home"));
        makeCache(home);
        assertThat(caches(home)).hasSize(1);

        // Loaded without complaint, and really loaded.
        final Processes.Result with =
                Processes.run(
                        Harken.PATIENCE,
                        Map.of("HARKEN_JAVA_OPTS", "-XX:AOTMode=on"),
                        List.of(home.resolve("harken").toString(), "--version"));
        assertThat(with.exit()).as(with.errors()).isZero();
        assertThat(with.errors()).isEmpty();

        // Bytes after the archive change the jar's hash and nothing else.
        final Path jar = home.resolve("cli/target/harken.jar");
        Files.writeString(jar, "\n", StandardOpenOption.APPEND);
        final Processes.Result changed =
                Processes.run(
                        Harken.PATIENCE,
                        Map.of("HARKEN_JAVA_OPTS", "-XX:AOTMode=on -Xlog:aot=info"),
                        List.of(home.resolve("harken").toString(), "--version"));
        assertThat(changed.output() + changed.errors())
                .doesNotContain(caches(home).getFirst().toString());
    }

    @Test
    void aBrokenCacheIsPassedOverInSilence() throws IOException {
        final Path home = install(folder.resolve("home"));
        makeCache(home);
        Files.writeString(caches(home).getFirst(), "not a cache");

        final Processes.Result result =
                Processes.run(home.resolve("harken").toString(), "--version");
        assertThat(result.exit()).isZero();
        assertThat(result.output()).startsWith("harken ");
        assertThat(result.errors()).isEmpty();
    }

    private static void makeCache(final Path home) {
        Processes.run(
                        Duration.ofSeconds(120),
                        List.of(home.resolve("harken").toString(), "__make-cache"))
                .orFail();
    }

    private static List<Path> caches(final Path home) throws IOException {
        try (Stream<Path> files = Files.list(home.resolve(".harken"))) {
            return files.filter(file -> file.toString().endsWith(".aot")).toList();
        }
    }

    /** Copies what the launcher needs of a built project. */
    private static Path install(final Path home) throws IOException {
        final Path target = Files.createDirectories(home.resolve("cli/target/lib"));
        for (final String name :
                List.of("harken", "harkend", "cli/target/harken.jar", "cli/target/harken.built")) {
            Files.copy(Harken.file(name), home.resolve(name));
        }
        try (Stream<Path> jars = Files.list(Harken.file("cli/target/lib"))) {
            for (final Path jar : jars.toList()) {
                Files.copy(jar, target.resolve(jar.getFileName()));
            }
        }
        return home;
    }
}
