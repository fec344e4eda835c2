package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.FutureTask;

final class CredentialsLinuxTest {

    private static final int NOBODY = 65534;

    @Test
    void tellsTheUsersAndGroupsThatProcShows() throws Exception {
        assertThat(status("self", "Uid"))
                .startsWith(Credentials.getuid() + "\t" + Credentials.geteuid() + "\t");
        assertThat(status("self", "Gid"))
                .startsWith(Credentials.getgid() + "\t" + Credentials.getegid() + "\t");
    }

    @Test
    void readsTheCapabilitiesThatProcShows() throws Exception {
        final var capabilities = Credentials.capabilities(0).orElseThrow();

        assertThat(hex(capabilities.effective())).isEqualTo(status("thread-self", "CapEff"));
        assertThat(hex(capabilities.permitted())).isEqualTo(status("thread-self", "CapPrm"));
        assertThat(hex(capabilities.inheritable())).isEqualTo(status("thread-self", "CapInh"));
    }

    @Test
    void givesUpCapabilitiesOfTheCallingThreadAlone() throws Exception {
        final var before = Credentials.capabilities(0).orElseThrow();
        final var dropped =
                new FutureTask<>(
                        () -> {
                            final var none = new Credentials.Capabilities(0, 0, 0);
                            assertThat(Credentials.setCapabilities(none)).isZero();
                            assertThat(status("thread-self", "CapPrm")).isEqualTo(hex(0));
                            return Credentials.setCapabilities(
                                    new Credentials.Capabilities(1, 1, 0));
                        });
        Thread.ofPlatform().start(dropped);

        assertThat(dropped.get()).isEqualTo(-Errno.EPERM);
        assertThat(Credentials.capabilities(0)).contains(before);
    }

    @Test
    void controlsAttributesOfTheThread() throws Exception {
        final var task =
                new FutureTask<>(
                        () -> {
                            assertThat(prctl(Credentials.PR_SET_NO_NEW_PRIVS, 1)).isZero();
                            return prctl(Credentials.PR_GET_NO_NEW_PRIVS, 0);
                        });
        Thread.ofPlatform().start(task);

        assertThat(task.get()).isOne();
        assertThat(prctl(Credentials.PR_GET_NO_NEW_PRIVS, 0)).isZero();
        assertThat(prctl(-1, 0)).isEqualTo(-Errno.EINVAL);
    }

    @Test
    void changesTheUserOfAllThreadsOfAProcess() throws Exception {
        Needs.root();
        final var child =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                BecomesNobody.class.getName())
                        .redirectErrorStream(true)
                        .start();
        final String output;
        try (var stream = child.getInputStream()) {
            output = new String(stream.readAllBytes());
        }

        assertThat(child.waitFor()).as(output).isZero();
        assertThat(output).isEqualTo("uids [" + NOBODY + "] groups 1 capabilities 0\n");
    }

    /** A process that gives up root, and prints whom its threads belong to then. */
    static final class BecomesNobody {
        public static void main(final String[] arguments) throws IOException {
            try (Arena arena = Arena.ofConfined()) {
                final MemorySegment groups = arena.allocateFrom(JAVA_INT, NOBODY);
                expectZero(Credentials.setgroups(1, groups));
                expectZero(Credentials.setresgid(NOBODY, NOBODY, NOBODY));
                // Loaded while root can still read the classes.
                Credentials.capabilities(0).orElseThrow();
                expectZero(Credentials.setresuid(NOBODY, NOBODY, NOBODY));
                final int count = Credentials.getgroups(0, MemorySegment.NULL);
                final var uids =
                        Arrays.stream(new java.io.File("/proc/self/task").list())
                                .map(tid -> uid(Path.of("/proc/self/task", tid, "status")))
                                .distinct()
                                .toList();
                System.out.println(
                        "uids "
                                + uids
                                + " groups "
                                + count
                                + " capabilities "
                                + Credentials.capabilities(0).orElseThrow().effective());
            }
        }

        private static String uid(final Path status) {
            try {
                return field(status, "Uid").split("\t")[0];
            } catch (final IOException failure) {
                throw new java.io.UncheckedIOException(failure);
            }
        }

        private static void expectZero(final int result) {
            if (result != 0) {
                throw new IllegalStateException(Errno.name(result));
            }
        }
    }

    private static int prctl(final int option, final long argument) {
        return Credentials.prctl(option, argument, 0, 0, 0);
    }

    private static String status(final String process, final String name) throws IOException {
        return field(Path.of("/proc", process, "status"), name);
    }

    private static String field(final Path status, final String name) throws IOException {
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith(name + ":\t"))
                    .map(line -> line.substring(name.length() + 2))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static String hex(final long set) {
        return String.format("%016x", set);
    }
}
