package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;

final class AffinityTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            textBlock =
                    """
                    0;        0
                    0-3,8;    0-3,8
                    8,1,0;    0-1,8
                    2 - 3\t;  2-3
                    """)
    void readsAndWritesTheKernelsNotation(final String list, final String same) {
        assertThat(CpuList.format(CpuList.parse(list))).isEqualTo(same);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "1-", "-1", "3-1", "1,,2", "8192"})
    void refusesWhatIsNoList(final String list) {
        assertThatThrownBy(() -> Affinity.cpus(list))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("CPU list: " + list);
    }

    @Test
    void autoTakesCoresBeforeTheirSecondThreads(@TempDir final Path sysfs) throws IOException {
        siblings(sysfs, 0, "0,2");
        siblings(sysfs, 1, "1,3");
        siblings(sysfs, 2, "0,2");
        siblings(sysfs, 3, "1,3");

        assertThat(assign(Affinity.auto(), 5, CpuTopology.of(cpus(0, 1, 2, 3), sysfs)))
                .containsExactly("0", "1", "2", "3", "0");
        siblings(sysfs, 0, "0-1");
        siblings(sysfs, 1, "0-1");
        siblings(sysfs, 2, "2-3");
        siblings(sysfs, 3, "2-3");
        assertThat(assign(Affinity.auto(), 4, CpuTopology.of(cpus(0, 1, 2, 3), sysfs)))
                .containsExactly("0", "2", "1", "3");
    }

    @Test
    void autoStaysInsideTheCpuset(@TempDir final Path sysfs) {
        assertThat(assign(Affinity.auto(), 3, CpuTopology.of(cpus(5, 7), sysfs)))
                .containsExactly("5", "7", "5");
    }

    @Test
    void listGivesEachWorkerOneCpu(@TempDir final Path sysfs) {
        assertThat(assign(Affinity.cpus("2-3"), 3, CpuTopology.of(cpus(0), sysfs)))
                .containsExactly("2", "3", "2");
    }

    @Test
    void lastSetServesAllWorkersBeyondTheList(@TempDir final Path sysfs) {
        assertThat(assign(Affinity.sets(List.of("0-1", "2")), 3, CpuTopology.of(cpus(0), sysfs)))
                .containsExactly("0-1", "2", "2");
    }

    @Test
    void noneLeavesWorkersUnpinned(@TempDir final Path sysfs) {
        assertThat(assign(Affinity.none(), 1, CpuTopology.of(cpus(0), sysfs)))
                .containsExactly("none");
    }

    private static List<String> assign(
            final Affinity affinity, final int workers, final CpuTopology topology) {
        return Affinity.assign(affinity, workers, topology).stream().map(CpuList::format).toList();
    }

    private static BitSet cpus(final int... numbers) {
        final BitSet set = new BitSet();
        IntStream.of(numbers).forEach(set::set);
        return set;
    }

    private static void siblings(final Path sysfs, final int cpu, final String list)
            throws IOException {
        final Path file = sysfs.resolve("cpu" + cpu + "/topology/thread_siblings_list");
        Files.createDirectories(file.getParent());
        Files.writeString(file, list + "\n");
    }
}
