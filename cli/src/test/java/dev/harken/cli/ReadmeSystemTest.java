package dev.harken.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.Namespace;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** README.md does what it says. */
class ReadmeSystemTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```(sh|java)\n(.*?)^```$");

    /** What runs this test can't be run by it. */
    private static final String GATE = "mvn verify\n";

    /** A command that goes on until it is told to stop. */
    private static final Pattern SERVER = Pattern.compile("(?m)^(\\./harken serve(?! -[ts]).*)$");

    @TempDir private Path folder;

    @Test
    void theCommandsRunInTheirOrder() throws IOException {
        Require.tool("curl");
        Require.tool("ss");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.createSymbolicLink(folder.resolve("harken"), Harken.file("harken"));
        final StringBuilder script = new StringBuilder("set -e\n");
        for (final String block : blocks("sh")) {
            if (!block.equals(GATE)) {
                script.append(inBackground(block));
            }
        }
        // Servers that are not told to quit go when the script does.
        script.append("kill %1\nwait\necho done\n");

        try (Namespace host = Namespace.create("readme")) {
            final Processes.Result result =
                    Processes.run(
                            Duration.ofSeconds(50),
                            host.commandLine(
                                    "bash", "-c", "cd \"$0\"\n" + script, folder.toString()));
            assertThat(result.exit()).as(script + result.output() + result.errors()).isZero();
            assertThat(result.output())
                    .containsPattern("worker \\d+ shard \\d+ connection \\d+\n")
                    .containsPattern("(?m)^worker [0-3]$")
                    .endsWith("done\n");
        }
    }

    @Test
    void theGateIsWhatContinuousIntegrationRuns() throws IOException {
        assertThat(blocks("sh")).contains(GATE);
        assertThat(Files.readString(Harken.file(".ci/run")))
                .containsPattern("mvn [^\n]*verify")
                .contains("CI=true");
    }

    @Test
    void theProgramIsTheOneThatRunsHere() throws IOException {
        final String source =
                Files.readString(
                        Harken.file("cli/src/test/java/dev/harken/cli/ReadmeProgram.java"));
        final String body =
                source.substring(
                        source.indexOf("// README begins\n"), source.indexOf("// README ends"));
        assertThat(blocks("java"))
                .containsExactly(
                        body.substring(body.indexOf('\n') + 1).stripIndent().stripTrailing()
                                + "\n");

        final Processes.Result result =
                Processes.run(Harken.PATIENCE, Processes.java(ReadmeProgram.class));
        assertThat(result.exit()).as(result.errors()).isZero();
        assertThat(result.output()).contains("127.0.0.1:").endsWith("hello\n");
    }

    /** Lets servers run beside the commands after them, and waits until they listen. */
    private static String inBackground(final String block) {
        return SERVER.matcher(block)
                .replaceAll(
                        match -> {
                            final String port =
                                    match.group(1).contains("site.conf") ? "8081" : "8080";
                            return match.group(1)
                                    + " &\nuntil ss -Hltn 'sport = :"
                                    + port
                                    + "' | grep -q . ; do read -r -t 0.1 _ < <(:) || :; done";
                        });
    }

    private static List<String> blocks(final String language) throws IOException {
        final List<String> blocks = new ArrayList<>();
        final var matcher = BLOCK.matcher(Files.readString(Harken.file("README.md")));
        while (matcher.find()) {
            if (matcher.group(1).equals(language)) {
                blocks.add(matcher.group(2));
            }
        }
        return blocks;
    }
}
