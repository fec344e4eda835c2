package dev.harken.netty;

import dev.harken.linux.Scheduler;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The CPUs this process may use, and which of them share a core.
 *
 * @param allowed by the cpuset and by the affinity the process was started with
 * @param order the allowed CPUs so that all cores come before their second hardware thread
 */
record CpuTopology(BitSet allowed, List<Integer> order) {

    private static final Path SYSFS = Path.of("/sys/devices/system/cpu");

    /** What this host says; without sysfs every CPU counts as a core. */
    static CpuTopology read() {
        return of(Scheduler.affinity(0), SYSFS);
    }

    static CpuTopology of(final BitSet allowed, final Path sysfs) {
        final List<Integer> firsts = new ArrayList<>();
        final List<Integer> siblings = new ArrayList<>();
        final BitSet coresSeen = new BitSet();
        for (int cpu = allowed.nextSetBit(0); cpu >= 0; cpu = allowed.nextSetBit(cpu + 1)) {
            final BitSet core = core(cpu, sysfs);
            (coresSeen.intersects(core) ? siblings : firsts).add(cpu);
            coresSeen.or(core);
        }
        firsts.addAll(siblings);
        return new CpuTopology(allowed, List.copyOf(firsts));
    }

    private static BitSet core(final int cpu, final Path sysfs) {
        final BitSet alone = new BitSet();
        alone.set(cpu);
        final Path file = sysfs.resolve("cpu" + cpu).resolve("topology/thread_siblings_list");
        try {
            final BitSet core = CpuList.parse(Files.readString(file));
            return core.get(cpu) ? core : alone;
        } catch (final IOException | IllegalArgumentException absent) {
            return alone;
        }
    }
}
