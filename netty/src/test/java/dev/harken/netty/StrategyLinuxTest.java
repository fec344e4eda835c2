package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.testkit.Await;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import java.net.Socket;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

/** What each strategy promises, on each transport where it exists. */
final class StrategyLinuxTest {

    @RegisterExtension static final LeakExtension LEAKS = TestServer.leaks();

    private static final int WORKERS = 8;
    private static final int CONNECTIONS = 400;

    static Stream<Arguments> all() {
        return TestServer.transports()
                .flatMap(
                        transport ->
                                Stream.of(
                                                AcceptStrategy.reuseport(),
                                                AcceptStrategy.exclusive(),
                                                AcceptStrategy.mutex(),
                                                AcceptStrategy.herd(),
                                                AcceptStrategy.dispatch())
                                        .flatMap(
                                                strategy ->
                                                        Stream.of(
                                                                strategy.withMultiAccept(false),
                                                                strategy.withMultiAccept(true)))
                                        .filter(strategy -> exists(transport, strategy))
                                        .map(strategy -> Arguments.of(transport, strategy)));
    }

    static Stream<Arguments> even() {
        return all().filter(
                        arguments ->
                                arguments.get()[1] instanceof AcceptStrategy.Exclusive
                                        || arguments.get()[1] instanceof AcceptStrategy.Dispatch);
    }

    static Stream<Arguments> oneWakeup() {
        return all().filter(
                        arguments ->
                                arguments.get()[1] instanceof AcceptStrategy.Exclusive
                                        || arguments.get()[1] instanceof AcceptStrategy.Reuseport);
    }

    @ParameterizedTest
    @MethodSource("all")
    void servesEveryConnectionOfABurst(
            final TransportPreference transport, final AcceptStrategy strategy) throws Exception {
        try (TestServer server = TestServer.on(transport).workers(4).strategy(strategy).start()) {
            final int clients = 8;
            final CountDownLatch served = new CountDownLatch(clients * 50);
            final List<Thread> threads =
                    Stream.generate(
                                    () ->
                                            Thread.ofPlatform()
                                                    .unstarted(() -> burst(server, served)))
                            .limit(clients)
                            .toList();
            threads.forEach(Thread::start);
            for (final Thread thread : threads) {
                thread.join();
            }

            assertThat(served.getCount()).isZero();
            assertThat(server.total(WorkerCounters::accepted)).isEqualTo(clients * 50L);
            assertThat(server.total(WorkerCounters::acceptErrors)).isZero();
            Await.until("all closed", () -> server.workers().activeConnections() == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("even")
    void handsOutEvenly(final TransportPreference transport, final AcceptStrategy strategy)
            throws Exception {
        try (TestServer server =
                TestServer.on(transport).workers(WORKERS).strategy(strategy).start()) {
            oneAtATime(server, CONNECTIONS);

            final List<Long> shares = server.each(WorkerCounters::accepted);
            assertThat(Collections.max(shares))
                    .as("shares %s", shares)
                    .isLessThanOrEqualTo(2L * CONNECTIONS / WORKERS);
            assertThat(Collections.min(shares)).as("shares %s", shares).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("oneWakeup")
    void wakesOneWorkerPerConnection(
            final TransportPreference transport, final AcceptStrategy strategy) throws Exception {
        try (TestServer server =
                TestServer.on(transport).workers(WORKERS).strategy(strategy).start()) {
            oneAtATime(server, CONNECTIONS);

            assertThat(server.total(WorkerCounters::wakeups))
                    .isBetween(CONNECTIONS * 95L / 100, CONNECTIONS * 105L / 100);
            assertThat(server.total(WorkerCounters::emptyWakeups)).isLessThan(CONNECTIONS / 20);
        }
    }

    @Test
    void exclusiveOnNioIsRefusedWithTheAlternatives() {
        assertThatThrownBy(
                        () ->
                                TestServer.on(TransportPreference.NIO)
                                        .workers(2)
                                        .strategy(AcceptStrategy.exclusive())
                                        .start()
                                        .close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("exclusive on NIO")
                .hasMessageContaining("reuseport")
                .hasMessageContaining("mutex")
                .hasMessageContaining("dispatch");
    }

    @Test
    void reuseportWithTooFewSocketsIsRefusedWithTheRemedy() {
        assertThatThrownBy(
                        () ->
                                TestServer.on(TransportPreference.AUTO)
                                        .workers(3)
                                        .strategy(AcceptStrategy.reuseport())
                                        .start(dev.harken.listen.ListenConfig.tcp("127.0.0.1:0"))
                                        .close())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("shards(3)");
    }

    @Test
    void mutexOverASocketPerWorkerIsReuseport() throws Exception {
        try (TestServer server =
                TestServer.on(TransportPreference.AUTO)
                        .workers(2)
                        .strategy(AcceptStrategy.mutex())
                        .start(dev.harken.listen.ListenConfig.tcp("127.0.0.1:0").shards(2))) {
            assertThat(server.serving().strategy()).isEqualTo(new AcceptStrategy.Reuseport(false));
        }
    }

    @Test
    void mutexNeedsAPositiveDelay() {
        assertThatThrownBy(() -> new AcceptStrategy.Mutex(Duration.ZERO, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("delay");
    }

    private static boolean exists(
            final TransportPreference transport, final AcceptStrategy strategy) {
        return transport != TransportPreference.NIO
                || !(strategy instanceof AcceptStrategy.Exclusive);
    }

    /** The next connection comes when the workers are done with the last. */
    static void oneAtATime(final TestServer server, final int connections) throws Exception {
        for (int index = 1; index <= connections; index++) {
            try (Socket client = server.connect()) {
                TestServer.exchange(client);
            }
            Await.until("closed", () -> server.workers().activeConnections() == 0);
        }
    }

    private static void burst(final TestServer server, final CountDownLatch served) {
        try {
            for (int round = 0; round < 50; round++) {
                try (Socket client = server.connect()) {
                    TestServer.exchange(client);
                }
                served.countDown();
            }
        } catch (final java.io.IOException failed) {
            throw new java.io.UncheckedIOException(failed);
        }
    }
}
