package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;

final class MemoryLinuxTest {

    private static final int READ_WRITE = Memory.PROT_READ | Memory.PROT_WRITE;
    private static final int ANONYMOUS = Memory.MAP_PRIVATE | Memory.MAP_ANONYMOUS;
    private static final long BYTES = 1 << 16;

    @Test
    void mapsAndUnmapsMemory() throws Exception {
        final long address = Memory.mmap(0, BYTES, READ_WRITE, ANONYMOUS, -1, 0);
        assertThat(address).isPositive();
        Memory.view(address, BYTES).set(JAVA_LONG, BYTES - Long.BYTES, 42);
        assertThat(isMapped(address)).isTrue();

        assertThat(Memory.munmap(address, BYTES)).isZero();

        assertThat(isMapped(address)).isFalse();
    }

    @Test
    void answersTheNegatedErrno() {
        assertThat(Memory.mmap(0, 0, READ_WRITE, ANONYMOUS, -1, 0)).isEqualTo(-Errno.EINVAL);
        assertThat(Memory.mmap(0, BYTES, READ_WRITE, Memory.MAP_SHARED, -1, 0))
                .isEqualTo(-Errno.EBADF);
        assertThat(Memory.munmap(1, BYTES)).isEqualTo(-Errno.EINVAL);
    }

    private static boolean isMapped(final long address) throws Exception {
        try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.map(line -> line.substring(0, line.indexOf(' ')).split("-"))
                    .anyMatch(
                            range ->
                                    Long.parseUnsignedLong(range[0], 16) <= address
                                            && address < Long.parseUnsignedLong(range[1], 16));
        }
    }
}
