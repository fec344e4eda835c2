package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.Sockets;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;

@ExtendWith(LeakExtension.class)
class ShardDistributionLinuxTest {
    private static final int SHARDS = 4;
    private static final int CONNECTIONS = 10_000;
    private static final int SOURCE_ADDRESSES = 250;

    /** Chi-square with 3 degrees of freedom exceeds this with probability 0.001. */
    private static final double CRITICAL = 16.266;

    /**
     * Under the kernel's hash each connection falls on each of 4 shards with probability 1/4,
     * independently: their sources are distinct. One round rejects a fair hash once in 1,000 runs;
     * two rounds, of other ports, must both reject, so the false-alarm rate is one in a million.
     */
    @Test
    void tenThousandConnectionsFallEvenlyOnFourShards() throws IOException {
        final long[] first = accepted();
        assertThat(LongStream.of(first).sum()).isEqualTo(CONNECTIONS);
        if (chiSquare(first) < CRITICAL) {
            return;
        }
        final long[] second = accepted();
        assertThat(chiSquare(second))
                .as("counts %s, then %s", Arrays.toString(first), Arrays.toString(second))
                .isLessThan(CRITICAL);
    }

    @Test
    void aShardThatGetsATenthMoreIsFoundOut() {
        assertThat(chiSquare(new long[] {2_625, 2_458, 2_458, 2_459})).isBetween(8.0, CRITICAL);
        assertThat(chiSquare(new long[] {2_750, 2_416, 2_417, 2_417})).isGreaterThan(CRITICAL);
        assertThat(chiSquare(new long[] {2_500, 2_500, 2_500, 2_500})).isZero();
    }

    private static long[] accepted() throws IOException {
        final long[] counts = new long[SHARDS];
        try (ListenerGroup group = ListenConfig.tcp("127.0.0.1:0").shards(SHARDS).build().open()) {
            final InetSocketAddress server = (InetSocketAddress) group.localAddress();
            for (int i = 0; i < CONNECTIONS; i++) {
                try (Socket client = new Socket()) {
                    client.setSoLinger(true, 0); // a reset leaves no TIME_WAIT behind
                    client.bind(new InetSocketAddress("127.0.0." + (2 + i % SOURCE_ADDRESSES), 0));
                    client.connect(server);
                    counts[acceptOne(group.listeners())]++;
                }
            }
        }
        return counts;
    }

    /** A connected client is in a queue already: exactly one shard has it. */
    private static int acceptOne(final List<Listener> listeners) {
        for (final Listener listener : listeners) {
            final int fd =
                    Sockets.accept4(listener.fd(), MemorySegment.NULL, MemorySegment.NULL, 0);
            if (fd >= 0) {
                Descriptors.close(fd);
                return listener.shard();
            }
            assertThat(fd).isEqualTo(-Errno.EAGAIN);
        }
        throw new AssertionError("no shard has the connection");
    }

    private static double chiSquare(final long[] counts) {
        final double expected = (double) CONNECTIONS / SHARDS;
        return LongStream.of(counts)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
    }
}
