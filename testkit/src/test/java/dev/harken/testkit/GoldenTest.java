package dev.harken.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

final class GoldenTest {

    @TempDir private Path folder;

    @AfterEach
    void restore() {
        System.clearProperty(Golden.UPDATE);
    }

    @Test
    void passesCasesWhoseOutputIsExpected() throws Throwable {
        write("a.in", "hello");
        write("a.out", "HELLO");

        for (final DynamicTest test : tests()) {
            test.getExecutable().execute();
        }
        assertThat(tests()).extracting(DynamicTest::getDisplayName).first().isEqualTo("a");
    }

    @Test
    void failsACaseWithBothTexts() throws IOException {
        write("a.in", "hello");
        write("a.out", "GOODBYE");

        assertThatThrownBy(() -> tests().getFirst().getExecutable().execute())
                .hasMessageContaining("GOODBYE")
                .hasMessageContaining("HELLO");
    }

    @Test
    void failsACaseWithoutExpectation() throws IOException {
        write("a.in", "hello");

        assertThatThrownBy(() -> tests().getFirst().getExecutable().execute())
                .hasMessageContaining("a.out is missing")
                .hasMessageContaining("-Dharken.golden.update=true");
    }

    @Test
    void failsForAnExpectationWithoutCase() throws IOException {
        write("a.in", "hello");
        write("a.out", "HELLO");
        write("b.out", "B");

        assertThatThrownBy(() -> tests().getLast().getExecutable().execute())
                .hasMessageContaining("b");
    }

    @Test
    void failsForAFolderWithoutCases() {
        assertThatThrownBy(this::tests).isInstanceOf(AssertionError.class);
    }

    @Test
    void writesTheExpectationWhenToldTo() throws Throwable {
        write("a.in", "hello");
        System.setProperty(Golden.UPDATE, "true");

        tests().getFirst().getExecutable().execute();

        assertThat(folder.resolve("a.out")).hasContent("HELLO");
    }

    private List<DynamicTest> tests() throws IOException {
        return Golden.in(folder, ".in", ".out")
                .tests(input -> Files.readString(input).toUpperCase(java.util.Locale.ROOT))
                .toList();
    }

    private void write(final String name, final String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
