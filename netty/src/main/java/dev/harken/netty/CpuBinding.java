package dev.harken.netty;

import dev.harken.linux.Errno;
import dev.harken.linux.Scheduler;

import java.util.BitSet;

/** Binds a thread to CPUs and reads back what became of it. */
final class CpuBinding {

    private CpuBinding() {}

    /**
     * Binds the calling thread.
     *
     * @param name of the thread, for the message
     * @param wanted empty to leave the scheduler free
     * @throws IllegalStateException if the kernel refuses, or binds it to other CPUs
     */
    static void bindThisThread(final String name, final BitSet wanted) {
        if (wanted.isEmpty()) {
            return;
        }
        final BitSet allowed = Scheduler.affinity(0);
        final int result = Scheduler.setAffinity(0, wanted);
        final BitSet obtained = Scheduler.affinity(0);
        if (result < 0 || !obtained.equals(wanted)) {
            throw new IllegalStateException(
                    name
                            + " to CPU "
                            + CpuList.format(wanted)
                            + ": "
                            + (result < 0
                                    ? Errno.name(-result)
                                    : "the kernel bound it to " + CpuList.format(obtained))
                            + "; this process may use CPU "
                            + CpuList.format(allowed));
        }
    }
}
