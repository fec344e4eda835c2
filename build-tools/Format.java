import com.google.googlejavaformat.java.Main;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks or repairs the layout of every Java source of the project with google-java-format (AOSP).
 *
 * <p>Run by the root pom: {@code mvn -N validate} checks, {@code mvn -N validate -Dformat.mode=fix}
 * rewrites. Exit status 1 when a file is not formatted.
 */
final class Format {
    private Format() {}

    public static void main(final String[] args) throws Exception {
        final boolean fix = "fix".equals(args[0]);
        final List<String> arguments = new ArrayList<>();
        arguments.add("--aosp");
        if (fix) {
            arguments.add("--replace");
        } else {
            arguments.add("--dry-run");
            arguments.add("--set-exit-if-changed");
        }
        final List<String> sources = sources(Path.of(args[1]));
        if (sources.isEmpty()) {
            return;
        }
        arguments.addAll(sources);
        final PrintWriter err = new PrintWriter(System.err, true);
        final int status = new Main(err, err, System.in).format(arguments.toArray(String[]::new));
        if (status != 0) {
            err.println(
                    "The files above are not formatted; repair them with: mvn -N validate"
                            + " -Dformat.mode=fix");
        }
        System.exit(status);
    }

    private static List<String> sources(final Path root) throws IOException {
        try (var files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .filter(file -> !file.toString().contains("/."))
                    .map(Path::toString)
                    .sorted()
                    .toList();
        }
    }
}
