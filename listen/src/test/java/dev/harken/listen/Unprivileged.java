package dev.harken.listen;

import dev.harken.linux.Sockets;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Runs {@link Attempts} in a virtual machine of user nobody without any capability. Its classes are
 * copied to where nobody can read them.
 */
final class Unprivileged {
    private static final Duration TIMEOUT = Duration.ofSeconds(50);
    private static final String NOBODY = "65534";

    private Unprivileged() {}

    /** The answers of the attempts, by name; the process is wrapped in {@code prefix}. */
    static Map<String, String> attempts(final List<String> prefix, final String... names) {
        Require.root();
        final Path classes = publicClasses();
        try {
            final List<String> command = new ArrayList<>(prefix);
            command.add(Require.tool("setpriv").toString());
            command.addAll(List.of("--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
            command.add("--inh-caps=-all");
            command.addAll(java(classes, names));
            return answers(Processes.run(TIMEOUT, command).orFail().lines());
        } finally {
            delete(classes);
        }
    }

    /** The answers of the attempts as this user, wrapped in {@code prefix}. */
    static Map<String, String> privileged(final List<String> prefix, final String... names) {
        final Path classes = publicClasses();
        try {
            final List<String> command = new ArrayList<>(prefix);
            command.addAll(java(classes, names));
            return answers(Processes.run(TIMEOUT, command).orFail().lines());
        } finally {
            delete(classes);
        }
    }

    private static List<String> java(final Path classes, final String... names) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(List.of("-cp", classes.toString(), Attempts.class.getName()));
        command.addAll(List.of(names));
        return command;
    }

    private static Map<String, String> answers(final List<String> lines) {
        final Map<String, String> answers = new LinkedHashMap<>();
        String name = "";
        for (final String line : lines) {
            if (line.startsWith(Attempts.MARK)) {
                name = line.substring(Attempts.MARK.length());
            } else {
                answers.merge(name, line, (before, more) -> before + "\n" + more);
            }
        }
        return answers;
    }

    private static Path publicClasses() {
        try {
            final Path folder = Files.createTempDirectory("harken-classes-");
            for (final Class<?> type : List.of(Attempts.class, ListenConfig.class, Sockets.class)) {
                final Path source =
                        Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
                Require.that(Files.isDirectory(source), "needs class folders, not jars: " + source);
                copy(source, folder);
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void copy(final Path from, final Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (final Path file : files.toList()) {
                final Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
                copy.toFile().setReadable(true, false);
                copy.toFile().setExecutable(Files.isDirectory(copy), false);
            }
        }
    }

    private static void delete(final Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
