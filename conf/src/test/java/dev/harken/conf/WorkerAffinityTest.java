package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.BitSet;
import java.util.List;

final class WorkerAffinityTest {
    @Test
    void lastMaskServesAllWorkersBeyondTheList() {
        final WorkerAffinity.Masks masks =
                new WorkerAffinity.Masks(
                        List.of(BitSet.valueOf(new long[] {1}), BitSet.valueOf(new long[] {6})));
        assertThat(masks.of(0).stream()).containsExactly(0);
        assertThat(masks.of(7).stream()).containsExactly(1, 2);
    }

    @Test
    void changingACopyChangesNothing() {
        final WorkerAffinity.Auto auto = new WorkerAffinity.Auto(new BitSet());
        auto.allowed().set(3);
        assertThat(auto.allowed().isEmpty()).isTrue();
    }
}
