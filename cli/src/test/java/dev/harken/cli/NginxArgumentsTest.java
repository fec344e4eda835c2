package dev.harken.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.cli.ServeOptions.Show;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import picocli.CommandLine;

import java.util.Optional;

class NginxArgumentsTest {
    @Test
    void lettersMayBeJoinedAndValuesAttached() throws UsageException {
        final ServeOptions options =
                NginxArguments.parse("-tq", "-cmy.conf", "-p", "/srv/", "-Te", "start.log");

        assertThat(options.test()).isTrue();
        assertThat(options.dump()).isTrue();
        assertThat(options.quiet()).isTrue();
        assertThat(options.file()).contains("my.conf");
        assertThat(options.prefix()).contains("/srv/");
        assertThat(options.errorLog()).contains("start.log");
    }

    @Test
    void nothingAskedMeansServe() throws UsageException {
        assertThat(NginxArguments.parse())
                .isEqualTo(
                        new ServeOptions(
                                Show.NOTHING,
                                false,
                                false,
                                false,
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                ""));
    }

    @ParameterizedTest
    @CsvSource({
        "stop, STOP",
        "quit, QUIT",
        "reopen, REOPEN",
        "reload, RELOAD",
    })
    void signalsHaveWords(final String word, final ControlSignal signal) throws UsageException {
        assertThat(NginxArguments.parse("-s", word).signal()).contains(signal);
        assertThat(NginxArguments.parse("-s" + word).signal()).contains(signal);
    }

    @ParameterizedTest
    @CsvSource({
        "-v, VERSION",
        "-V, BUILD",
        "-h, HELP",
        "-?, HELP",
        "-vV, BUILD",
        "-Vv, BUILD",
        "-hv, HELP",
    })
    void theMostTalkativeOfTheseWins(final String word, final Show show) throws UsageException {
        assertThat(NginxArguments.parse(word).show()).isEqualTo(show);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "-x | invalid option: \"x\"",
                "-tz | invalid option: \"z\"",
                "foo | invalid option: \"foo\"",
                "-c | option \"-c\" requires file name",
                "-e | option \"-e\" requires file name",
                "-p | option \"-p\" requires directory name",
                "-g | option \"-g\" requires parameter",
                "-s | option \"-s\" requires parameter",
                "-sfoo | invalid option: \"-s foo\"",
            })
    void complaintsAreNginxs(final String word, final String message) {
        assertThatThrownBy(() -> NginxArguments.parse(word))
                .isInstanceOf(UsageException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-c my.conf -p /srv",
                "-t -q -c my.conf",
                "-T -c my.conf -g daemon_off;",
                "-s reload -c my.conf",
                "-e start.log",
                "-V -t",
                "-v",
                "",
            })
    void picocliReadsTheSame(final String line) throws UsageException {
        final String[] words = line.isEmpty() ? new String[0] : line.split(" ");
        final ServeCommand command = new ServeCommand();
        new CommandLine(command).parseArgs(words);

        assertThat(command.options()).isEqualTo(NginxArguments.parse(words));
    }

    @Test
    void longOptionsAndHelpAreLeftToPicocli() {
        assertThat(Main.shortOptions("--config", "my.conf")).isEmpty();
        assertThat(Main.shortOptions("-h")).isEmpty();
        assertThat(Main.shortOptions("-x")).isEmpty();
        assertThat(Main.shortOptions("-c", "my.conf")).isPresent();
    }
}
