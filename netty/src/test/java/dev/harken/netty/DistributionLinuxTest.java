package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.linux.Scheduler;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.net.Socket;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** How the kernel's hash spreads connections over shards, as the workers count it. */
final class DistributionLinuxTest {

    private static final int SHARDS = 4;
    private static final int CONNECTIONS = 10_000;

    /** Chi-square with 3 degrees of freedom is above this in 1 of 1,000 runs of a fair hash. */
    private static final double CHI_SQUARE_0_001 = 16.266;

    @ParameterizedTest
    @MethodSource("dev.harken.netty.TestServer#transports")
    void tenThousandConnectionsSpreadAsAFairHashWouldAndTheCountersAgree(
            final TransportPreference transport) throws Exception {
        final Seen seen = new Seen();
        try (TestServer server =
                TestServer.on(transport)
                        .workers(SHARDS)
                        .strategy(AcceptStrategy.reuseport())
                        .handler(seen)
                        .start()) {
            for (int index = 0; index < CONNECTIONS; index++) {
                try (Socket client = server.connect()) {
                    client.setSoLinger(
                            true, 0); // no TIME_WAIT: ten thousand would use up the ports
                    client.getInputStream().read();
                }
            }

            final List<Long> counts = server.each(WorkerCounters::accepted);
            assertThat(counts.stream().mapToLong(Long::longValue).sum()).isEqualTo(CONNECTIONS);
            assertThat(seen.perShard()).isEqualTo(counts);
            assertThat(seen.threads).hasSize(SHARDS);
            assertThat(chiSquare(counts)).as("shares %s", counts).isLessThan(CHI_SQUARE_0_001);
        }
    }

    @Test
    void pinnedWorkersAreDistinctThreadsOnTheirCpus() throws Exception {
        final CpuTopology topology = CpuTopology.read();
        final List<BitSet> expected = Affinity.assign(Affinity.auto(), SHARDS, topology);
        try (TestServer server =
                TestServer.on(TransportPreference.AUTO)
                        .workers(SHARDS)
                        .affinity(Affinity.auto())
                        .strategy(AcceptStrategy.reuseport())
                        .start()) {
            final List<Worker> workers = server.workers().workers();

            assertThat(workers.stream().map(Worker::kernelThreadId).distinct()).hasSize(SHARDS);
            assertThat(workers.stream().map(Worker::cpus)).isEqualTo(expected);
            for (final Worker worker : workers) {
                assertThat(Scheduler.affinity(worker.kernelThreadId()))
                        .isEqualTo(expected.get(worker.index()));
            }
            assertThat(Scheduler.affinity(0)).isEqualTo(topology.allowed());
        }
    }

    private static double chiSquare(final List<Long> counts) {
        final double expected = (double) CONNECTIONS / counts.size();
        return counts.stream()
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
    }

    /** Counts by shard on its own, sends one byte and leaves. */
    @ChannelHandler.Sharable
    private static final class Seen extends ChannelInboundHandlerAdapter {

        private final Map<Integer, Long> shards = new ConcurrentHashMap<>();
        private final Map<Thread, Integer> threads = new ConcurrentHashMap<>();

        @Override
        public void channelActive(final ChannelHandlerContext context) {
            final Channel channel = context.channel();
            shards.merge(Connection.of(channel).shard(), 1L, Long::sum);
            threads.merge(Thread.currentThread(), 1, Integer::sum);
            channel.writeAndFlush(channel.alloc().buffer(1).writeByte('x'));
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
            context.close();
        }

        List<Long> perShard() {
            return shards.keySet().stream().sorted().map(shards::get).collect(Collectors.toList());
        }
    }
}
