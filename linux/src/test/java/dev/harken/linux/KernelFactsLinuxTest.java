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
    void readsTheWholeValue() throws Exception {
        assertThat(Sysctl.read("net.ipv4.ip_local_port_range"))
                .contains(Command.output("cat", "/proc/sys/net/ipv4/ip_local_port_range").strip());
        assertThat(Sysctl.readLong("net.core.somaxconn").orElseThrow())
                .isEqualTo(
                        Long.parseLong(
                                Command.output("cat", "/proc/sys/net/core/somaxconn").strip()));
    }

    @Test
    void isEmptyForParametersThatAreAbsentOrNotANumber() {
        assertThat(Sysctl.read("net.core.no_such_parameter")).isEmpty();
        assertThat(Sysctl.readLong("net.core.no_such_parameter")).isEmpty();
        assertThat(Sysctl.readLong("kernel.ostype")).isEmpty();
    }
}
