package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.concurrent.FutureTask;

final class SchedulerLinuxTest {

    @Test
    void tellsTheThreadUnderWhichProcListsIt() {
        assertThat(Path.of("/proc/self/task/" + Scheduler.gettid())).isDirectory();
    }

    @Test
    void pinsTheCallingThreadAlone() throws Exception {
        final BitSet before = Scheduler.affinity(0);
        final BitSet last = new BitSet();
        last.set(before.length() - 1);

        final var pinned = new FutureTask<>(() -> pinAndLook(last));
        Thread.ofPlatform().start(pinned);

        assertThat(pinned.get())
                .isEqualTo(new Placement(last, last.length() - 1, "" + (last.length() - 1)));
        assertThat(Scheduler.affinity(0)).isEqualTo(before);
    }

    @Test
    void refusesACpuThatDoesNotExist() {
        final BitSet missing = new BitSet();
        missing.set(Scheduler.MASK_BYTES * Byte.SIZE - 1);
        final BitSet tooLarge = new BitSet();
        tooLarge.set(Scheduler.MASK_BYTES * Byte.SIZE);

        assertThat(Scheduler.setAffinity(0, missing)).isEqualTo(-Errno.EINVAL);
        assertThat(Scheduler.setAffinity(0, tooLarge)).isEqualTo(-Errno.EINVAL);
        assertThat(Scheduler.setAffinity(0, new BitSet())).isEqualTo(-Errno.EINVAL);
    }

    private record Placement(BitSet mask, int cpu, String listedByProc) {}

    private static Placement pinAndLook(final BitSet cpus) throws IOException {
        assertThat(Scheduler.setAffinity(0, cpus)).isZero();
        return new Placement(Scheduler.affinity(0), Scheduler.schedGetcpu(), allowedCpus());
    }

    private static String allowedCpus() throws IOException {
        final Path status = Path.of("/proc/self/task/" + Scheduler.gettid() + "/status");
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("Cpus_allowed_list:"))
                    .map(line -> line.substring(line.indexOf('\t') + 1))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
