package dev.harken.linux;

import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * What a test of this module needs of its host; the modules above have testkit's {@code Require}.
 */
final class Needs {

    private static final boolean ALL =
            Boolean.getBoolean("harken.tests.requireAll") || "true".equals(System.getenv("CI"));

    private Needs() {}

    static void root() {
        that(Credentials.geteuid() == 0, "needs root");
    }

    static void tool(final String name) {
        final boolean found =
                List.of("/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin").stream()
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
        that(found, "needs the program " + name);
    }

    static void that(final boolean condition, final String reason) {
        if (condition) {
            return;
        }
        if (ALL) {
            throw new AssertionFailedError("required here: " + reason);
        }
        System.getLogger(Needs.class.getName()).log(System.Logger.Level.INFO, "skipped: " + reason);
        throw new TestAbortedException(reason);
    }
}
