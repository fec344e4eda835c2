package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.Await;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** nginx's accept mutex. */
final class MutexLinuxTest {

    @RegisterExtension static final LeakExtension LEAKS = TestServer.leaks();

    private static final AcceptStrategy LONG_DELAY =
            new AcceptStrategy.Mutex(Duration.ofMinutes(1), false);

    @Test
    void onlyTheHolderPollsTheSocket() throws Exception {
        try (TestServer server =
                TestServer.on(TransportPreference.EPOLL)
                        .workers(4)
                        .strategy(AcceptStrategy.mutex())
                        .start()) {
            final long inode = socketInode(server.group().listeners().getFirst().fd());

            Await.until("one epoll instance has the socket", () -> epollsWith(inode) == 1);
            for (int round = 0; round < 50; round++) {
                StrategyLinuxTest.oneAtATime(server, 1);
                assertThat(epollsWith(inode)).isLessThanOrEqualTo(1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("dev.harken.netty.TestServer#transports")
    void undisputedHolderAcceptsAllWithoutWakingTheOthers(final TransportPreference transport)
            throws Exception {
        try (TestServer server = TestServer.on(transport).workers(4).strategy(LONG_DELAY).start()) {
            StrategyLinuxTest.oneAtATime(server, 100);

            assertThat(server.each(WorkerCounters::accepted)).contains(100L);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.harken.netty.TestServer#transports")
    void othersTakeOverWithinTheDelayWhenTheHolderIsStuck(final TransportPreference transport)
            throws Exception {
        final AcceptStrategy strategy = new AcceptStrategy.Mutex(Duration.ofMillis(50), false);
        try (TestServer server = TestServer.on(transport).workers(2).strategy(strategy).start()) {
            StrategyLinuxTest.oneAtATime(server, 1);
            final Worker holder =
                    server.workers().workers().stream()
                            .filter(worker -> worker.counters().accepted() == 1)
                            .findFirst()
                            .orElseThrow();
            final CountDownLatch stuck = new CountDownLatch(1);
            final CountDownLatch blocked = new CountDownLatch(1);
            holder.eventLoop()
                    .execute(
                            () -> {
                                stuck.countDown();
                                awaitUninterruptibly(blocked);
                            });
            stuck.await();
            try (Socket client = server.connect()) {
                TestServer.exchange(client);
            } finally {
                blocked.countDown();
            }
            assertThat(server.each(WorkerCounters::accepted)).containsExactlyInAnyOrder(1L, 1L);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.harken.netty.TestServer#transports")
    void workersThatStandBackLeaveNoConnectionUnusedOrUnserved(final TransportPreference transport)
            throws Exception {
        final AcceptStrategy strategy = new AcceptStrategy.Mutex(Duration.ofMillis(5), false);
        try (TestServer server =
                TestServer.on(transport)
                        .workers(2)
                        .connectionLimit(32)
                        .strategy(strategy)
                        .start()) {
            final List<Socket> clients = new ArrayList<>();
            try {
                for (int index = 0; index < 64; index++) {
                    final Socket client = server.connect();
                    clients.add(client);
                    TestServer.exchange(client);
                }
                assertThat(server.each(WorkerCounters::active)).containsExactly(32L, 32L);
            } finally {
                for (final Socket client : clients) {
                    client.close();
                }
            }
        }
    }

    @Test
    void workerAboveSevenEighthsOfItsConnectionsStandsBack() throws Exception {
        final AcceptStrategy strategy = new AcceptStrategy.Mutex(Duration.ofMillis(5), false);
        try (TestServer server =
                TestServer.on(TransportPreference.EPOLL)
                        .workers(2)
                        .connectionLimit(800)
                        .strategy(strategy)
                        .start()) {
            final List<Socket> clients = new ArrayList<>();
            try {
                for (int index = 0; index < 1200; index++) {
                    clients.add(server.connect());
                }
                Await.until("all served", () -> server.workers().activeConnections() == 1200);
                assertThat(server.each(WorkerCounters::active)).allMatch(active -> active < 800);
            } finally {
                for (final Socket client : clients) {
                    client.close();
                }
            }
        }
    }

    private static void awaitUninterruptibly(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static long socketInode(final int fd) throws IOException {
        final String link = Files.readSymbolicLink(Path.of("/proc/self/fd/" + fd)).toString();
        return Long.parseLong(link.replaceAll("\\D", ""));
    }

    /** How many epoll instances of this process watch a socket, by /proc/self/fdinfo. */
    private static long epollsWith(final long inode) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fdinfo"))) {
            return files.filter(file -> watches(file, inode)).count();
        }
    }

    private static boolean watches(final Path file, final long inode) {
        try {
            return Files.readAllLines(file).stream()
                    .anyMatch(line -> line.startsWith("tfd:") && watchesInode(line, inode));
        } catch (final IOException closedMeanwhile) {
            return false;
        }
    }

    private static boolean watchesInode(final String line, final long inode) {
        return line.contains(" ino:" + Long.toHexString(inode) + " ");
    }
}
