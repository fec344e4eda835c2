package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class ProbeTest {

    @Test
    void describesItselfToAPerson() {
        assertThat(Probe.supported().describe()).isEqualTo("supported");
        assertThat(Probe.unsupported("bpf: EPERM", "grant CAP_BPF").describe())
                .isEqualTo("unsupported: bpf: EPERM; grant CAP_BPF");
        assertThat(Probe.unsupported("no BPF", "").describe()).isEqualTo("unsupported: no BPF");
        assertThat(Probe.unknown("EMFILE").describe()).isEqualTo("unknown: EMFILE");
    }

    @Test
    void isSupportedOnlyWhenKnownToBe() {
        assertThat(Probe.supported().isSupported()).isTrue();
        assertThat(Probe.unsupported("no", "").isSupported()).isFalse();
        assertThat(Probe.unknown("no idea").isSupported()).isFalse();
    }
}
