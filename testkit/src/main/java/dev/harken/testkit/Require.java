package dev.harken.testkit;

import dev.harken.linux.Probe;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a test needs of its host. Where that is missing the test is skipped and the reason logged;
 * with {@code -Dharken.tests.requireAll=true}, or {@code CI=true} in the environment, it fails.
 */
public final class Require {

    /** System property that turns every skip into a failure. */
    public static final String REQUIRE_ALL = "harken.tests.requireAll";

    private static final System.Logger LOGGER = System.getLogger(Require.class.getName());

    private Require() {}

    /** Requires what the probe tried. */
    public static void that(final Probe probe) {
        that(probe.isSupported(), probe.describe());
    }

    /**
     * Requires a condition.
     *
     * @param reason why the test can't run when the condition does not hold
     */
    public static void that(final boolean condition, final String reason) {
        if (condition) {
            return;
        }
        if (skipsAreFailures()) {
            throw new AssertionFailedError("required here (" + REQUIRE_ALL + "): " + reason);
        }
        LOGGER.log(System.Logger.Level.INFO, "skipped: " + reason);
        throw new TestAbortedException(reason);
    }

    /** Requires the effective user to be root. */
    public static void root() {
        that("root".equals(System.getProperty("user.name")), "needs root; run the tests as root");
    }

    /**
     * Requires a program on the PATH or in an sbin folder.
     *
     * @return where it is
     */
    public static Path tool(final String name) {
        final Optional<Path> found = find(name);
        that(found.isPresent(), "needs the program " + name + "; .ci/run installs it");
        return found.orElseThrow();
    }

    private static boolean skipsAreFailures() {
        return Boolean.getBoolean(REQUIRE_ALL) || "true".equals(System.getenv("CI"));
    }

    private static Optional<Path> find(final String name) {
        final String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(
                        Arrays.stream(path.split(File.pathSeparator)),
                        Stream.of("/usr/sbin", "/sbin", "/usr/local/sbin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name))
                .filter(Files::isExecutable)
                .findFirst();
    }
}
