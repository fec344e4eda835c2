package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;

class ListenerGroupLinuxTest {
    @Test
    void shardsShareThePortThatTheKernelChose() throws IOException {
        try (ListenerGroup group = ListenConfig.tcp("127.0.0.1:0").shards(4).build().open()) {
            final InetSocketAddress address = (InetSocketAddress) group.localAddress();
            assertThat(address.getPort()).isPositive();
            assertThat(group.listeners()).hasSize(4);
            assertThat(group.listeners())
                    .extracting(Listener::address)
                    .containsOnly(group.address());
            assertThat(group.report().refused()).isEmpty();
            try (Socket client = new Socket(address.getAddress(), address.getPort())) {
                assertThat(client.isConnected()).isTrue();
                final List<Integer> lengths =
                        group.listeners().stream().map(l -> l.acceptQueue().length()).toList();
                assertThat(lengths.stream().mapToInt(Integer::intValue).sum()).isEqualTo(1);
            }
        }
    }
}
