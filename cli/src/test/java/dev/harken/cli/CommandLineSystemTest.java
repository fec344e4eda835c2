package dev.harken.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.Processes;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** What the launchers print and return without serving. */
class CommandLineSystemTest {
    private static final String CONFIGURATION =
            """
            events { }
            http { server { listen 127.0.0.1:PORT; return 204; } }
            """;

    @TempDir private Path folder;
    private String file = "";

    @BeforeEach
    void configure() {
        Harken.configure(folder, CONFIGURATION);
        file = folder.resolve("nginx.conf").toString();
    }

    @Test
    void aCheckThatSucceedsSaysSoUnlessItIsToBeQuiet() {
        final Processes.Result check = Harken.harken("serve", "-t", "-c", file);
        assertThat(check.exit()).isZero();
        assertThat(check.output()).isEmpty();
        assertThat(check.errors().lines())
                .containsExactly(
                        "harken: the configuration file " + file + " syntax is ok",
                        "harken: configuration file " + file + " test is successful");

        final Processes.Result quiet =
                Harken.harkend("-tq", "-p", folder.toString(), "-cnginx.conf");
        assertThat(quiet.exit()).isZero();
        assertThat(quiet.output()).isEmpty();
        assertThat(quiet.errors()).isEmpty();
    }

    @Test
    void aCheckThatFailsNamesThePlaceAndReturnsOne() throws IOException {
        Files.writeString(
                folder.resolve("nginx.conf"), "events { }\nhttp { server { lissten 80; } }\n");

        final Processes.Result result = Harken.harkend("-t", "-c", file);
        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.errors())
                .startsWith("harken: [emerg] unknown directive \"lissten\" in " + file + ":2\n")
                .endsWith("harken: configuration file " + file + " test failed\n");

        final Processes.Result start =
                Harken.harken("serve", "-c", file, "-e", folder + "/start.log");
        assertThat(start.exit()).isEqualTo(1);
        assertThat(folder.resolve("start.log"))
                .content()
                .contains(" [emerg] ", "unknown directive \"lissten\" in " + file + ":2");
    }

    @Test
    void aFileThatIsMissingIsNamedInNginxsWords() {
        final Processes.Result result =
                Harken.run(
                        Map.of("HARKEN_NGINX_COMPAT", "1.22.1"),
                        "harkend",
                        "-t",
                        "-c",
                        folder + "/absent");

        assertThat(result.exit()).isEqualTo(1);
        assertThat(result.errors())
                .contains(
                        "nginx: [emerg] open() \""
                                + folder
                                + "/absent\" failed (2: No such file or directory)")
                .contains("nginx: configuration file " + folder + "/absent test failed");
    }

    @Test
    void aDumpPrintsEveryFileOnce() throws IOException {
        final String dumped = Files.readString(folder.resolve("nginx.conf"));

        final Processes.Result result = Harken.harken("serve", "-T", "-c", file);
        assertThat(result.exit()).isZero();
        assertThat(result.output())
                .isEqualTo("# configuration file " + file + ":\n" + dumped + "\n");
    }

    @Test
    void theVersionIsOursAndNginxsOnlyWhenAskedFor() {
        final Processes.Result plain = Harken.harkend("-V");
        assertThat(plain.exit()).isZero();
        assertThat(plain.errors())
                .startsWith("harken version: harken/")
                .contains("TLS SNI support enabled")
                .doesNotContain("nginx");

        final Processes.Result asked =
                Harken.run(Map.of("HARKEN_NGINX_COMPAT", "1.22.1"), "harkend", "-V");
        assertThat(asked.errors())
                .startsWith("harken version: harken/")
                .contains("\nnginx version: nginx/1.22.1\n")
                .contains("\nconfigure arguments: --with-http_ssl_module");
    }

    @Test
    void harkendExplainsItselfLikeNginx() {
        final Processes.Result help = Harken.harkend("-h");
        assertThat(help.exit()).isZero();
        assertThat(help.errors()).contains("Usage: harkend [-?hvVtTq] [-s signal] [-p prefix]");

        final Processes.Result wrong = Harken.harkend("-x");
        assertThat(wrong.exit()).isEqualTo(1);
        assertThat(wrong.errors()).isEqualTo("harken: invalid option: \"x\"\n");
    }

    @Test
    void harkenExplainsItselfWithExamplesAndWithoutColoursInAPipe() {
        final Processes.Result help = Harken.harken("serve", "--help");
        assertThat(help.exit()).isZero();
        assertThat(help.output())
                .contains("Examples:", "harken serve -c nginx.conf", "Exit status:")
                .doesNotContain("\u001b");

        final Processes.Result wrong = Harken.harken("serve", "--nonsense");
        assertThat(wrong.exit()).isEqualTo(2);
        assertThat(wrong.errors()).contains("Unknown option: '--nonsense'");
    }

    @Test
    void theCompletionScriptIsOneThatBashReads() throws IOException {
        final Processes.Result script = Harken.harken("completion");
        assertThat(script.exit()).isZero();
        final Path saved = Files.writeString(folder.resolve("completion"), script.output());

        assertThat(Processes.run("bash", "-n", saved.toString()).exit()).isZero();
        assertThat(script.output()).contains("serve", "--config");
    }
}
