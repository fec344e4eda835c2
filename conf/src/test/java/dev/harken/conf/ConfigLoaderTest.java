package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;

final class ConfigLoaderTest {
    @TempDir private Path folder;

    @Test
    void relativeFileStartsAtThePrefix() throws Exception {
        write("conf/a.conf", "events {}");
        assertThat(ConfigLoader.load(Path.of("conf/a.conf"), options()).sources().getFirst().name())
                .isEqualTo(folder.resolve("conf/a.conf").toString());
    }

    @Test
    void includesStartAtTheFolderOfTheFileAndOtherPathsAtThePrefix() throws Exception {
        write("conf/a.conf", "include events.inc; pid run/my.pid;");
        write("conf/events.inc", "events {}");
        final Configuration configuration = ConfigLoader.load(Path.of("conf/a.conf"), options());
        assertThat(configuration.main().pidFile()).contains(folder.resolve("run/my.pid"));
        assertThat(configuration.sources()).hasSize(2);
    }

    @Test
    void missingFileIsNamedWithTheErrorOfTheSystem() {
        assertThat(errors(() -> ConfigLoader.load(Path.of("missing.conf"), options())))
                .containsExactly(
                        "[emerg] open() \""
                                + folder.resolve("missing.conf")
                                + "\" failed (2: No such file or directory)");
    }

    @Test
    void dumpHoldsEachFileOnceUnderItsName() throws Exception {
        write("a.conf", "events {}\nhttp { include t.inc; server { include t.inc; listen 80; } }");
        write("t.inc", "default_type a/b;\n");
        assertThat(ConfigLoader.load(Path.of("a.conf"), options()).dump())
                .isEqualTo(
                        "# configuration file %1$s/a.conf:\n"
                                .concat(
                                        "events {}\n"
                                            + "http { include t.inc; server { include t.inc; listen"
                                            + " 80; } }\n")
                                .concat("# configuration file %1$s/t.inc:\ndefault_type a/b;\n\n")
                                .formatted(folder));
    }

    @Test
    void globalDirectivesAreReadFirst() throws Exception {
        final Configuration configuration =
                ConfigLoader.parse(
                        "text",
                        "events {}",
                        options().withGlobalDirectives("daemon off; worker_processes 3;"));
        assertThat(configuration.main().daemon()).contains(false);
        assertThat(configuration.main().workerProcesses()).isEqualTo(OptionalInt.of(3));
    }

    @Test
    void globalDirectivesCountAsDuplicatesOfTheFiles() {
        final LoadOptions options = options().withGlobalDirectives("daemon off;");
        assertThat(errors(() -> ConfigLoader.parse("text", "daemon on; events {}", options)))
                .containsExactly("[emerg] \"daemon\" directive is duplicate in text:1");
    }

    @Test
    void errorsInGlobalDirectivesAreInTheCommandLine() {
        final LoadOptions options = options().withGlobalDirectives("foo; http { } daemon off");
        assertThat(errors(() -> ConfigLoader.parse("text", "events {}", options)))
                .containsExactly(
                        "[emerg] unknown directive \"foo\" in command line",
                        "[emerg] block directives are not supported in -g option in command line",
                        "[emerg] unexpected end of parameter, expecting \";\" in command line");
    }

    @Test
    void errorLogOfTheCommandLineIsTheDefault() throws Exception {
        final LogTarget target = new LogTarget.File(folder.resolve("e.log"));
        final Configuration configuration =
                ConfigLoader.parse("text", "events {}", options().withErrorLog(target));
        assertThat(configuration.main().errorLogs())
                .containsExactly(new ErrorLog(target, LogLevel.ERROR));
    }

    @Test
    void filesThatIncludeEachOtherAreAnError() throws IOException {
        write("a.conf", "events {}\ninclude b.conf;");
        write("b.conf", "include ./a.conf;");
        assertThat(errors(() -> ConfigLoader.load(Path.of("a.conf"), options())))
                .singleElement()
                .asString()
                .contains("includes itself in " + folder.resolve("b.conf") + ":1");
    }

    @Test
    void filesNestedTooDeeplyAreAnError() throws IOException {
        for (int i = 0; i < 100; i++) {
            write(i + ".conf", "include " + (i + 1) + ".conf;");
        }
        write("100.conf", "events {}");
        assertThat(errors(() -> ConfigLoader.load(Path.of("0.conf"), options())))
                .first()
                .asString()
                .contains("too many included files");
    }

    @Test
    void filesThatMultiplyAreAnErrorInTime() throws IOException {
        for (int i = 0; i < 10; i++) {
            write(i + ".conf", ("include " + (i + 1) + ".conf;\n").repeat(10));
        }
        write("10.conf", "");
        assertThat(errors(() -> ConfigLoader.load(Path.of("0.conf"), options())))
                .first()
                .asString()
                .contains("too many included files");
    }

    @Test
    void patternThatFitsNothingIsNoError() throws Exception {
        assertThat(
                        ConfigLoader.parse("text", "include no/such/*.conf; events {}", options())
                                .http())
                .isEmpty();
    }

    @Test
    void fileThatIsNotUtf8IsReadByteForByte() throws Exception {
        final byte[] latin = "events {} pid caf\u00e9;".getBytes(StandardCharsets.ISO_8859_1);
        Files.write(folder.resolve("a.conf"), latin);
        assertThat(ConfigLoader.load(Path.of("a.conf"), options()).main().pidFile())
                .contains(folder.resolve("caf\u00e9"));
    }

    @Test
    void hostNameStandsForAllItsAddressesOnce() throws Exception {
        final InetAddress one = InetAddress.getByName("192.0.2.1");
        final InetAddress two = InetAddress.getByName("2001:db8::1");
        final Configuration configuration =
                ConfigLoader.parse(
                        "text",
                        "events {} http { server { listen app.test:8080; } }",
                        options(),
                        _ -> new InetAddress[] {one, two, one});
        assertThat(configuration.http().orElseThrow().sockets())
                .extracting(socket -> socket.address().text())
                .containsExactly("192.0.2.1:8080", "[2001:db8::1]:8080");
    }

    @Test
    void manyErrorsAreCountedRatherThanListed() {
        final String text = "nonsense;\n".repeat(5000);
        final List<String> errors = errors(() -> ConfigLoader.parse("text", text, options()));
        assertThat(errors).hasSize(101);
        assertThat(errors.getLast()).isEqualTo("[emerg] 4900 more errors and warnings");
    }

    @Test
    void messageOfTheExceptionHoldsThemAll() {
        assertThatThrownBy(() -> ConfigLoader.parse("text", "foo;\nbar;", options()))
                .isInstanceOf(ConfigException.class)
                .hasMessage(
                        "[emerg] unknown directive \"foo\" in text:1\n"
                                + "[emerg] unknown directive \"bar\" in text:2");
    }

    @Test
    void serverWithoutListenLineGetsOneByTheUsersRights() throws Exception {
        final Configuration configuration =
                ConfigLoader.parse("text", "events {} http { server {} }", options());
        final String port = Environment.superuser() ? "80" : "8000";
        assertThat(configuration.http().orElseThrow().sockets())
                .extracting(socket -> socket.address().text())
                .containsExactly("0.0.0.0:" + port);
    }

    @Test
    void usersAreCheckedOnlyByRoot() {
        final String text = "user no-such-user-here; events {}";
        if (Environment.superuser()) {
            assertThat(errors(() -> ConfigLoader.parse("text", text, options())))
                    .containsExactly("[emerg] getpwnam(\"no-such-user-here\") failed in text:1");
        } else {
            assertThat(warnings(text)).singleElement().asString().contains("makes sense only");
        }
    }

    @Test
    void locationsOfIpv4InIpv6StayIpv6() throws Exception {
        final Configuration configuration =
                ConfigLoader.parse(
                        "text",
                        "events {} http { server { listen [::ffff:192.0.2.1]:80; } }",
                        options());
        assertThat(configuration.http().orElseThrow().sockets())
                .extracting(socket -> socket.address().text())
                .containsExactly("[::ffff:c000:201]:80");
    }

    private List<String> warnings(final String text) {
        try {
            return ConfigLoader.parse("text", text, options()).warnings().stream()
                    .map(Diagnostic::line)
                    .toList();
        } catch (final ConfigException e) {
            throw new AssertionError(e);
        }
    }

    private LoadOptions options() {
        return LoadOptions.prefix(folder);
    }

    private void write(final String name, final String text) throws IOException {
        final Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private static List<String> errors(final Loading loading) {
        try {
            loading.load();
            return Collections.emptyList();
        } catch (final ConfigException e) {
            return e.diagnostics().stream().map(Diagnostic::line).toList();
        }
    }

    private interface Loading {
        Configuration load() throws ConfigException;
    }
}
