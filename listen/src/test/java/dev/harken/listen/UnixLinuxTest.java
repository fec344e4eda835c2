package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.harken.linux.Errno;
import dev.harken.testkit.Await;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

@ExtendWith(LeakExtension.class)
class UnixLinuxTest {
    @TempDir private Path folder;

    @Test
    void aPathIsListenedOnAndRemovedOnClose() throws IOException {
        final Path path = folder.resolve("a.sock");
        try (ListenerGroup group = unix(path).build().open();
                SocketChannel client = SocketChannel.open(group.localAddress())) {
            assertThat(client.isConnected()).isTrue();
            assertThat(group.listeners().getFirst().acceptQueue().length()).isEqualTo(1);
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void aFullQueueOfAUnixSocketIsSeen() throws IOException {
        final Path path = folder.resolve("a.sock");
        final List<SocketChannel> clients = new ArrayList<>();
        try (ListenerGroup group = unix(path).backlog(2).build().open()) {
            final Listener listener = group.listeners().getFirst();
            for (int i = 0; i <= 2; i++) {
                assertThat(listener.acceptQueue()).isEqualTo(new AcceptQueue(i, 2));
                assertThat(listener.acceptQueue().full()).isFalse();
                clients.add(SocketChannel.open(group.localAddress()));
            }
            assertThat(listener.acceptQueue().full()).isTrue();
        } finally {
            for (final SocketChannel client : clients) {
                client.close();
            }
        }
    }

    @Test
    void aFileThatIsNoLongerOursStays() throws IOException {
        final Path path = folder.resolve("a.sock");
        try (ListenerGroup first = unix(path).build().open()) {
            Files.delete(path);
            try (ListenerGroup second = unix(path).build().open()) {
                first.closeShard(0);
                assertThat(path).exists();
                try (SocketChannel client = SocketChannel.open(second.localAddress())) {
                    assertThat(client.isConnected()).isTrue();
                }
            }
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void aStaleFileIsExplainedAndReplacedWhenAllowed() throws IOException {
        final Path path = folder.resolve("a.sock");
        try (Holder holder = Holder.start(path.toString(), "0")) {
            assertThat(holder.pid()).isPositive();
        }
        assertThat(path).exists();
        final ListenException failure = refused(unix(path));
        assertThat(failure.errno()).isEqualTo(Errno.EADDRINUSE);
        assertThat(failure.problem())
                .isEqualTo(
                        "bind unix:%s: EADDRINUSE address already in use; a socket file is left over there and nobody listens on it"
                                .formatted(path));
        assertThat(failure.remedy())
                .isEqualTo("remove it: rm %s, or let replaceStale() do it".formatted(path));
        try (ListenerGroup group = unix(path).replaceStale().build().open();
                SocketChannel client = SocketChannel.open(group.localAddress())) {
            assertThat(client.isConnected()).isTrue();
        }
    }

    @Test
    void aLiveSocketIsNeverReplaced() {
        final Path path = folder.resolve("a.sock");
        try (Holder holder = Holder.start(path.toString(), "0")) {
            final ListenException failure = refused(unix(path).replaceStale());
            assertThat(failure.problem())
                    .contains(holder.name())
                    .endsWith(" of user root holds it");
            assertThat(failure.remedy())
                    .isEqualTo("stop it: kill %d, or choose another path".formatted(holder.pid()));
        }
    }

    @Test
    void aSocketThatIsAboutToListenIsNeverReplaced() {
        final Path path = folder.resolve("a.sock");
        try (Holder holder = Holder.start(path.toString(), "0", "bound")) {
            assertThat(refused(unix(path).replaceStale()).problem()).contains(holder.name());
            assertThat(path).exists();
        }
    }

    @Test
    void aLiveSocketWithAFullQueueIsNeverReplaced() throws IOException {
        final Path path = folder.resolve("a.sock");
        try (ListenerGroup group = unix(path).backlog(1).build().open();
                SocketChannel one = SocketChannel.open(group.localAddress());
                SocketChannel two = SocketChannel.open(group.localAddress())) {
            assertThat(one.isConnected() && two.isConnected()).isTrue();
            Await.until("full", () -> group.listeners().getFirst().acceptQueue().full());
            assertThat(refused(unix(path).replaceStale()).problem()).contains("this process (fd ");
        }
    }

    @Test
    void anotherKindOfFileIsNeverReplaced() throws IOException {
        final Path path = Files.createFile(folder.resolve("a.sock"));
        final ListenException failure = refused(unix(path).replaceStale());
        assertThat(failure.problem()).endsWith("the path is a file that is not a socket");
        assertThat(failure.remedy())
                .isEqualTo("choose another path; such a file is never replaced");
        assertThat(path).exists();
    }

    @Test
    void aFolderThatIsMissingIsNamed() {
        final Path path = folder.resolve("no/a.sock");
        final ListenException failure = refused(unix(path));
        assertThat(failure.problem())
                .endsWith(
                        "ENOENT no such file or directory; the folder %s/no does not exist"
                                .formatted(folder));
        assertThat(failure.remedy())
                .isEqualTo(
                        "make it: mkdir -p %s/no, or RuntimeDirectory= in the systemd unit"
                                .formatted(folder));
    }

    @Test
    void aFolderThatIsClosedToTheUserIsNamed() throws IOException {
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        final String attempt = "unix=" + folder.resolve("a.sock");
        final Map<String, String> answers = AttemptProcess.asNobody(attempt);
        assertThat(answers.get(attempt).lines())
                .containsExactly(
                        "bind unix:%s/a.sock: EACCES permission denied; user nobody may not make files in %s"
                                .formatted(folder, folder),
                        "give the user the folder, or choose a path in a folder of its own");
    }

    @Test
    void anAbstractNameInUseNamesItsHolder() throws IOException {
        final String name = "@harken-test-" + ProcessHandle.current().pid();
        try (Holder holder = Holder.start(name, "0")) {
            final ListenException failure = refused(ListenConfig.unix(name));
            assertThat(failure.problem())
                    .contains("bind unix:" + name + ": EADDRINUSE")
                    .contains(holder.name());
            assertThat(failure.remedy()).endsWith("or choose another name");
        }
        try (ListenerGroup group = ListenConfig.unix(name).build().open()) {
            assertThat(group.address()).hasToString("unix:" + name);
        }
    }

    @Test
    void theJdkConnectsToWhatWeListenOn() throws IOException {
        final Path path = folder.resolve("a.sock");
        try (ListenerGroup group = unix(path).build().open();
                SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            assertThat(client.getRemoteAddress()).isEqualTo(group.localAddress());
        }
    }

    private static ListenConfig.Builder unix(final Path path) {
        return ListenConfig.unix(path.toString());
    }

    private static ListenException refused(final ListenConfig.Builder builder) {
        final ListenException failure =
                catchThrowableOfType(ListenException.class, () -> builder.build().open().close());
        assertThat(failure).isNotNull();
        return failure;
    }
}
