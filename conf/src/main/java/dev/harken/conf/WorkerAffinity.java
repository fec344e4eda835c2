package dev.harken.conf;

import java.util.BitSet;
import java.util.List;

/** The {@code worker_cpu_affinity} directive. */
public sealed interface WorkerAffinity {
    /** Workers run where the kernel puts them. */
    record None() implements WorkerAffinity {}

    /**
     * Each worker is bound to one CPU in turn.
     *
     * @param allowed the CPUs to choose from; empty for all
     */
    record Auto(BitSet allowed) implements WorkerAffinity {
        /** Takes a copy. */
        public Auto {
            allowed = (BitSet) allowed.clone();
        }

        /** Returns a copy of the CPUs to choose from; empty for all. */
        @Override
        public BitSet allowed() {
            return (BitSet) allowed.clone();
        }
    }

    /**
     * One set of CPUs per worker; the last one serves all workers beyond the list.
     *
     * @param sets at least one, each a set of CPU numbers
     */
    record Masks(List<BitSet> sets) implements WorkerAffinity {
        /** Takes a deep copy. */
        public Masks {
            sets = sets.stream().map(set -> (BitSet) set.clone()).toList();
        }

        /** Returns a copy of the set for worker {@code index}, from 0. */
        public BitSet of(final int index) {
            return (BitSet) sets.get(Math.min(index, sets.size() - 1)).clone();
        }
    }
}
