package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class ArchitectureTest {

    @Test
    void knowsTheNamesThatVirtualMachinesUse() {
        assertThat(Architecture.of("amd64")).isEqualTo(Architecture.X86_64);
        assertThat(Architecture.of("aarch64")).isEqualTo(Architecture.AARCH64);
    }

    @Test
    void refusesAnArchitectureWhoseNumbersItLacks() {
        assertThatThrownBy(() -> Architecture.of("riscv64"))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("os.arch: riscv64 (expected: amd64 or aarch64)");
    }
}
