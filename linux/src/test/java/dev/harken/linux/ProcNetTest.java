package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

final class ProcNetTest {

    @Test
    void readsCountersByNameWhateverTheirPlace() {
        final Map<String, Long> counters = new HashMap<>();

        ProcNet.putAll(
                counters,
                List.of(
                        "TcpExt: SyncookiesSent ListenOverflows ListenDrops",
                        "TcpExt: 1 2 3",
                        "Tcp: MaxConn PassiveOpens",
                        "Tcp: -1 77"));

        assertThat(counters)
                .containsEntry("TcpExt.ListenOverflows", 2L)
                .containsEntry("Tcp.MaxConn", -1L)
                .containsEntry("Tcp.PassiveOpens", 77L)
                .hasSize(5);
    }

    @Test
    void toleratesAnUnpairedLine() {
        final Map<String, Long> counters = new HashMap<>();

        ProcNet.putAll(counters, List.of("TcpExt: A", "TcpExt: 1", "Tcp: B"));

        assertThat(counters).containsOnlyKeys("TcpExt.A");
    }
}
