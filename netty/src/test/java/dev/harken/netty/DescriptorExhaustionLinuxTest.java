package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.Limits;
import dev.harken.testkit.Await;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * The process runs out of descriptors under 200 connecting clients, and gets them back: nobody is
 * lost, nothing spins, and accepting goes on at once.
 *
 * <p>The clients' descriptors exist before the limit bites; then the test takes all others but a
 * few.
 */
final class DescriptorExhaustionLinuxTest {

    private static final int CLIENTS = 200;
    private static final int LEFT_FREE = 20;
    private static final long HEADROOM = 1500;
    private static final Duration WATCHED = Duration.ofSeconds(1);
    private static final double MOST_CPU = 0.2;
    private static final Duration RECOVERY = Duration.ofMillis(100);

    private final Deque<Integer> taken = new ArrayDeque<>();
    private Limits.Limit limit;

    @BeforeEach
    void lowerTheLimit() {
        limit = Limits.limit(Limits.RLIMIT_NOFILE).orElseThrow();
        assertThat(Limits.setLimit(Limits.RLIMIT_NOFILE, new Limits.Limit(HEADROOM, limit.hard())))
                .isZero();
    }

    @AfterEach
    void restoreTheLimit() {
        giveBack(taken.size());
        Limits.setLimit(Limits.RLIMIT_NOFILE, limit);
    }

    @ParameterizedTest
    @MethodSource("dev.harken.netty.TestServer#transports")
    void acceptsAgainWithin100MillisecondsAndLosesNobody(final TransportPreference transport)
            throws Exception {
        final AcceptStrategy strategy = AcceptStrategy.reuseport();
        final List<SocketChannel> clients = new ArrayList<>();
        try (TestServer server = TestServer.on(transport).workers(2).strategy(strategy).start()) {
            warmUp(server);
            final long before = server.total(WorkerCounters::accepted);
            for (int index = 0; index < CLIENTS; index++) {
                clients.add(SocketChannel.open());
            }
            takeAllBut(LEFT_FREE);
            for (final SocketChannel client : clients) {
                client.setOption(StandardSocketOptions.TCP_NODELAY, true);
                client.connect(server.address());
                client.write(ByteBuffer.wrap(new byte[] {'x'}));
            }
            Await.until(
                    "every worker has hit the limit",
                    () ->
                            server.each(c -> c.get(WorkerMetric.ERRORS_DESCRIPTORS)).stream()
                                    .allMatch(errors -> errors > 0));

            assertThat(cpuShare(server))
                    .as("CPU share while out of descriptors")
                    .isLessThan(MOST_CPU);
            final List<Long> stuck = server.each(WorkerCounters::accepted);
            assertThat(stuck.stream().mapToLong(Long::longValue).sum() - before)
                    .isLessThan(CLIENTS);

            giveBack(taken.size());
            final long freed = System.nanoTime();
            Await.until(
                    "both workers accept again",
                    () -> {
                        final List<Long> now = server.each(WorkerCounters::accepted);
                        return now.get(0) > stuck.get(0) && now.get(1) > stuck.get(1);
                    });
            assertThat(Duration.ofNanos(System.nanoTime() - freed)).isLessThan(RECOVERY);
            for (final SocketChannel client : clients) {
                final ByteBuffer answer = ByteBuffer.allocate(1);
                assertThat(client.read(answer)).isEqualTo(1);
            }
            assertThat(server.total(WorkerCounters::accepted) - before).isEqualTo(CLIENTS);
        } finally {
            for (final SocketChannel client : clients) {
                client.close();
            }
        }
    }

    /** Loads every class of the path, since none can be loaded from a file without a descriptor. */
    private static void warmUp(final TestServer server) throws Exception {
        StrategyLinuxTest.oneAtATime(server, 20);
        cpuNanos(server);
        try (SocketChannel client = SocketChannel.open()) {
            client.setOption(StandardSocketOptions.TCP_NODELAY, true);
            client.connect(server.address());
            client.write(ByteBuffer.wrap(new byte[] {'x'}));
            client.read(ByteBuffer.allocate(1));
        }
    }

    private static double cpuShare(final TestServer server) {
        final long cpu = cpuNanos(server);
        final long start = System.nanoTime();
        while (System.nanoTime() - start < WATCHED.toNanos()) {
            LockSupport.parkNanos(WATCHED.toNanos() / 10);
        }
        return (double) (cpuNanos(server) - cpu) / (System.nanoTime() - start);
    }

    private static long cpuNanos(final TestServer server) {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long sum = 0;
        for (final Worker worker : server.workers().workers()) {
            sum += threads.getThreadCpuTime(worker.javaThreadId());
        }
        return sum;
    }

    private void takeAllBut(final int free) {
        while (true) {
            final int fd = Descriptors.fcntl(0, Descriptors.F_DUPFD_CLOEXEC, 0);
            if (fd < 0) {
                assertThat(-fd).isEqualTo(Errno.EMFILE);
                break;
            }
            taken.add(fd);
        }
        giveBack(free);
    }

    private void giveBack(final int count) {
        for (int index = 0; index < count; index++) {
            Descriptors.close(taken.pop());
        }
    }
}
