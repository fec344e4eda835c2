package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

final class NamespacesLinuxTest {

    @BeforeEach
    void requireRoot() {
        Needs.root();
    }

    @Test
    void movesTheCallingThreadAlone() throws Exception {
        final Path before = namespace();

        final Path other =
                onNewThread(
                        () -> {
                            assertThat(Namespaces.unshare(Namespaces.CLONE_NEWNET)).isZero();
                            return namespace();
                        });

        assertThat(other).isNotEqualTo(before);
        assertThat(namespace()).isEqualTo(before);
    }

    @Test
    void entersTheNamespaceOfADescriptorAndKeepsItsSocketsThere() throws Exception {
        final int home = open("/proc/thread-self/ns/net");
        try {
            final long abroad =
                    onNewThread(
                            () -> {
                                assertThat(Namespaces.unshare(Namespaces.CLONE_NEWNET)).isZero();
                                final int socket =
                                        Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM, 0);
                                assertThat(Namespaces.setns(home, Namespaces.CLONE_NEWNET))
                                        .isZero();
                                try {
                                    return cookie(socket);
                                } finally {
                                    Descriptors.close(socket);
                                }
                            });
            final int socket = Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM, 0);
            try {
                assertThat(abroad).isNotEqualTo(cookie(socket));
            } finally {
                Descriptors.close(socket);
            }
        } finally {
            Descriptors.close(home);
        }
    }

    @Test
    void refusesADescriptorOfAnotherKind() {
        final int mounts = open("/proc/thread-self/ns/mnt");
        try {
            assertThat(Namespaces.setns(mounts, Namespaces.CLONE_NEWNET)).isEqualTo(-Errno.EINVAL);
        } finally {
            Descriptors.close(mounts);
        }
    }

    private static long cookie(final int socket) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment cookie = arena.allocate(JAVA_LONG);
            final MemorySegment length = arena.allocateFrom(JAVA_INT, Long.BYTES);
            assertThat(
                            Sockets.getsockopt(
                                    socket,
                                    Sockets.SOL_SOCKET,
                                    Sockets.SO_NETNS_COOKIE,
                                    cookie,
                                    length))
                    .isZero();
            return cookie.get(JAVA_LONG, 0);
        }
    }

    private static int open(final String path) {
        try (Arena arena = Arena.ofConfined()) {
            final int fd = Descriptors.open(arena.allocateFrom(path), Descriptors.O_CLOEXEC);
            assertThat(fd).isPositive();
            return fd;
        }
    }

    private static Path namespace() throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/thread-self/ns/net"));
    }

    private static <T> T onNewThread(final Callable<T> work) throws Exception {
        final var task = new FutureTask<>(work);
        Thread.ofPlatform().start(task);
        return task.get();
    }
}
