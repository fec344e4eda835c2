package dev.harken.listen;

import dev.harken.linux.Sockets;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * Runs {@link Attempts} in another virtual machine: of user nobody without any capability, or of
 * this user within limits. Its classes are copied into a jar that everybody can read.
 */
final class AttemptProcess {
    private static final Duration TIMEOUT = Duration.ofSeconds(50);
    private static final String NOBODY = "65534";

    private AttemptProcess() {}

    /** The answers of the attempts of user nobody, by name. */
    static Map<String, String> asNobody(final String... names) {
        return answers(nobody("--inh-caps=-all"), names);
    }

    /** The same with one capability, {@code net_raw} say. */
    static Map<String, String> asNobodyWith(final String capability, final String... names) {
        return answers(nobody("--inh-caps=+" + capability, "--ambient-caps=+" + capability), names);
    }

    /** The answers of the attempts of this user, in a process that {@code prefix} starts. */
    static Map<String, String> attempts(final List<String> prefix, final String... names) {
        return answers(prefix, names);
    }

    /**
     * The lines of the answer of one attempt where a policy fails the system call {@code call}
     * whose argument number {@code argument} is {@code value}, as seccomp does in containers.
     */
    static List<String> forbidden(
            final int errno,
            final String call,
            final int argument,
            final int value,
            final String attempt) {
        final List<String> prefix =
                List.of(
                        Require.tool("python3").toString(),
                        ForeignView.script("forbid.py").toString(),
                        Integer.toString(errno),
                        call,
                        Integer.toString(argument),
                        Integer.toString(value),
                        "--");
        return attempts(prefix, attempt).get(attempt).lines().toList();
    }

    private static List<String> nobody(final String... capabilities) {
        Require.root();
        final List<String> command = new ArrayList<>();
        command.add(Require.tool("setpriv").toString());
        command.addAll(List.of("--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
        command.addAll(List.of(capabilities));
        return command;
    }

    private static Map<String, String> answers(final List<String> prefix, final String... names) {
        final Path jar = publicJar();
        try {
            final List<String> command = new ArrayList<>(prefix);
            command.addAll(java(jar, names));
            return answers(Processes.run(TIMEOUT, command).orFail().lines());
        } finally {
            jar.toFile().delete();
        }
    }

    private static List<String> java(final Path jar, final String... names) {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
        command.addAll(List.of("-cp", jar.toString(), Attempts.class.getName()));
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

    private static Path publicJar() {
        try {
            final Path jar = Files.createTempFile("harken-", ".jar");
            final Set<String> names = new HashSet<>();
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
                for (final Class<?> type :
                        List.of(Attempts.class, ListenConfig.class, Sockets.class)) {
                    addModule(location(type), names, out);
                }
            }
            Require.that(jar.toFile().setReadable(true, false), "needs a temporary folder for all");
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path location(final Class<?> type) {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
    }

    /** Adds the classes of a folder or a jar: which of them a module is depends on the build. */
    private static void addModule(
            final Path location, final Set<String> names, final JarOutputStream out)
            throws IOException {
        if (Files.isDirectory(location)) {
            add(location, names, out);
            return;
        }
        try (FileSystem jar = FileSystems.newFileSystem(location)) {
            add(jar.getPath("/"), names, out);
        }
    }

    private static void add(final Path folder, final Set<String> names, final JarOutputStream out)
            throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (final Path file : files.filter(Files::isRegularFile).toList()) {
                final String name = folder.relativize(file).toString();
                if (names.add(name)) {
                    out.putNextEntry(new JarEntry(name));
                    Files.copy(file, out);
                    out.closeEntry();
                }
            }
        }
    }
}
