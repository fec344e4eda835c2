package dev.harken.netty;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** On which CPUs the workers run; nginx's {@code worker_cpu_affinity}. */
public sealed interface Affinity {

    /** The scheduler decides. */
    record None() implements Affinity {}

    /**
     * One CPU per worker out of those this process may use: cores first, their second hardware
     * threads after; more workers than CPUs begin again.
     */
    record Auto() implements Affinity {}

    /**
     * One CPU per worker out of a list, in order; more workers than CPUs begin again.
     *
     * @param list in the kernel's notation, for example {@code 0-3,8}
     */
    record Cpus(String list) implements Affinity {
        /** Checks the notation. */
        public Cpus {
            if (CpuList.parse(list).isEmpty()) {
                throw new IllegalArgumentException("CPU list: " + list + " (expected: a CPU)");
            }
        }
    }

    /**
     * A set of CPUs for each worker; the last set serves all workers beyond the list.
     *
     * @param lists each in the kernel's notation
     */
    record Sets(List<String> lists) implements Affinity {
        /** Checks the notation. */
        public Sets {
            lists = List.copyOf(lists);
            if (lists.isEmpty() || lists.stream().anyMatch(list -> CpuList.parse(list).isEmpty())) {
                throw new IllegalArgumentException(
                        "CPU lists: " + lists + " (expected: a CPU each)");
            }
        }
    }

    /** {@link None}. */
    static Affinity none() {
        return new None();
    }

    /** {@link Auto}. */
    static Affinity auto() {
        return new Auto();
    }

    /**
     * {@link Cpus}.
     *
     * @throws IllegalArgumentException if the list can't be read
     */
    static Affinity cpus(final String list) {
        return new Cpus(list);
    }

    /**
     * {@link Sets}.
     *
     * @throws IllegalArgumentException if a list can't be read
     */
    static Affinity sets(final List<String> lists) {
        return new Sets(lists);
    }

    /**
     * The CPUs of each worker on this machine; an empty set is a worker that is not pinned. Reads
     * /sys.
     */
    static List<BitSet> assign(final Affinity affinity, final int workerCount) {
        return assign(affinity, workerCount, CpuTopology.read());
    }

    /** The CPUs of each worker; an empty set is a worker that is not pinned. */
    static List<BitSet> assign(
            final Affinity affinity, final int workerCount, final CpuTopology topology) {
        final List<BitSet> assigned = new ArrayList<>(workerCount);
        for (int worker = 0; worker < workerCount; worker++) {
            assigned.add(
                    switch (affinity) {
                        case None _ -> new BitSet();
                        case Auto _ -> one(topology.order(), worker);
                        case Cpus(final String list) ->
                                one(CpuList.parse(list).stream().boxed().toList(), worker);
                        case Sets(final List<String> lists) ->
                                CpuList.parse(lists.get(Math.min(worker, lists.size() - 1)));
                    });
        }
        return assigned;
    }

    private static BitSet one(final List<Integer> cpus, final int worker) {
        final BitSet set = new BitSet();
        set.set(cpus.get(worker % cpus.size()));
        return set;
    }
}
