package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The thundering herd, where it can be seen: epoll_wait(2) looks again before it returns, so that
 * the workers that woke for nothing show in their context switches and not in what they were told.
 */
final class HerdLinuxTest {

    private static final int WORKERS = 8;
    private static final int CONNECTIONS = 200;

    @ParameterizedTest
    @MethodSource("dev.harken.netty.TestServer#transports")
    void herdCostsAtLeastFourSwitchesMorePerConnectionThanReuseport(
            final TransportPreference transport) throws Exception {
        final double herd = switches(transport, AcceptStrategy.herd());
        final double reuseport = switches(transport, AcceptStrategy.reuseport());

        assertThat(herd - reuseport)
                .as("switches per connection: herd %.2f, reuseport %.2f", herd, reuseport)
                .isGreaterThan(4);
    }

    private static double switches(
            final TransportPreference transport, final AcceptStrategy strategy) throws Exception {
        try (TestServer server =
                TestServer.on(transport).workers(WORKERS).strategy(strategy).start()) {
            StrategyLinuxTest.oneAtATime(server, 20);
            final long before = voluntarySwitches(server);
            StrategyLinuxTest.oneAtATime(server, CONNECTIONS);
            return (double) (voluntarySwitches(server) - before) / CONNECTIONS;
        }
    }

    private static long voluntarySwitches(final TestServer server) throws IOException {
        long sum = 0;
        for (final Worker worker : server.workers().workers()) {
            final Path status = Path.of("/proc/self/task/" + worker.kernelThreadId(), "status");
            sum +=
                    Files.readAllLines(status).stream()
                            .filter(line -> line.startsWith("voluntary_ctxt_switches"))
                            .mapToLong(line -> Long.parseLong(line.split("\\s+")[1]))
                            .sum();
        }
        return sum;
    }
}
