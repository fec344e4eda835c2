package dev.harken.testkit;

import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.AssertionFailedError;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A folder of cases: each input file has a file beside it with the output that is expected. Run
 * with {@code -Dharken.golden.update=true} to write what came out, and read the difference before
 * committing it.
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> malformedConfigurations() {
 *     return Golden.in(Path.of("src/test/resources/malformed"), ".conf", ".expected").tests(this::messages);
 * }
 * }</pre>
 *
 * @param folder that holds the cases, without sub-folders
 * @param inputSuffix ends the name of an input file
 * @param expectedSuffix ends the name of the file with the expected output
 */
public record Golden(Path folder, String inputSuffix, String expectedSuffix) {

    /** System property that writes the expected files instead of comparing. */
    public static final String UPDATE = "harken.golden.update";

    /** Turns the input of a case into the output to compare. */
    @FunctionalInterface
    public interface Case {

        /**
         * Produces the output of a case.
         *
         * @throws Exception fails the case
         */
        String output(Path input) throws Exception;
    }

    /** The cases of a folder. */
    public static Golden in(
            final Path folder, final String inputSuffix, final String expectedSuffix) {
        return new Golden(folder, inputSuffix, expectedSuffix);
    }

    /**
     * One test per case, named after its input, and one that no expected file lacks its input.
     *
     * @throws IOException if the folder can't be listed
     * @throws AssertionError if the folder holds no case
     */
    public Stream<DynamicTest> tests(final Case body) throws IOException {
        final Set<String> inputs = names(inputSuffix);
        if (inputs.isEmpty()) {
            throw new AssertionError("no *" + inputSuffix + " in " + folder);
        }
        final Stream<DynamicTest> cases =
                inputs.stream().map(name -> DynamicTest.dynamicTest(name, () -> check(name, body)));
        final Set<String> orphans = names(expectedSuffix);
        orphans.removeAll(inputs);
        return Stream.concat(
                cases,
                Stream.of(
                        DynamicTest.dynamicTest(
                                "every expected file has an input",
                                () -> compare("", String.join("\n", orphans)))));
    }

    private Set<String> names(final String suffix) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            final List<String> names =
                    files.map(file -> file.getFileName().toString())
                            .filter(name -> name.endsWith(suffix))
                            .map(name -> name.substring(0, name.length() - suffix.length()))
                            .toList();
            return new TreeSet<>(names);
        }
    }

    private void check(final String name, final Case body) throws Exception {
        final String output = body.output(folder.resolve(name + inputSuffix));
        final Path expected = folder.resolve(name + expectedSuffix);
        if (Boolean.getBoolean(UPDATE)) {
            Files.writeString(expected, output);
        } else if (!Files.exists(expected)) {
            throw new AssertionFailedError(
                    expected + " is missing; write it with -D" + UPDATE + "=true", "", output);
        } else {
            compare(Files.readString(expected), output);
        }
    }

    private static void compare(final String expected, final String actual) {
        if (!expected.equals(actual)) {
            throw new AssertionFailedError(
                    "expected:\n" + expected + "\nbut was:\n" + actual, expected, actual);
        }
    }
}
