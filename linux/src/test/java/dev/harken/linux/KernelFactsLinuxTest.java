package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class KernelFactsLinuxTest {

    @Test
    void knowsTheCountersThatDiagnosisNeeds() {
        assertThat(ProcNet.counters())
                .containsKeys(
                        "Tcp.PassiveOpens",
                        "Udp.RcvbufErrors",
                        "TcpExt.ListenOverflows",
                        "TcpExt.ListenDrops",
                        "TcpExt.TCPFastOpenPassive");
    }

    @Test
    void readsParameters() {
        assertThat(Sysctl.readLong("net.core.somaxconn")).isNotEmpty();
        assertThat(Sysctl.read("kernel.ostype")).contains("Linux");
    }

    @Test
    void isEmptyForParametersThatAreAbsentOrNotANumber() {
        assertThat(Sysctl.read("net.core.no_such_parameter")).isEmpty();
        assertThat(Sysctl.readLong("net.core.no_such_parameter")).isEmpty();
        assertThat(Sysctl.readLong("kernel.ostype")).isEmpty();
    }
}
