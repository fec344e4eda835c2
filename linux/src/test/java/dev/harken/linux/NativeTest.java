package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.FutureTask;

final class NativeTest {

    @Test
    void refusesMemoryThatTheKernelMustNotTouch() {
        final MemorySegment freed;
        try (Arena arena = Arena.ofConfined()) {
            freed = arena.allocate(JAVA_INT);
        }

        assertThatIllegalStateException().isThrownBy(() -> Descriptors.pipe2(freed, 0));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Descriptors.pipe2(MemorySegment.ofArray(new int[2]), 0));
    }

    @Test
    void givesEachThreadItsOwnErrno() throws Exception {
        final MemorySegment own = Native.state();
        final var other = new FutureTask<>(() -> Native.state().address());
        Thread.ofPlatform().start(other);

        assertThat(other.get()).isNotEqualTo(own.address());
        assertThat(Native.state().address()).isEqualTo(own.address());
    }
}
