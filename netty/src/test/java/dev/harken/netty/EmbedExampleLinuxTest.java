package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The program that the documentation shows to those who embed the workers: compiled and run. */
final class EmbedExampleLinuxTest {

    private static final Pattern LISTENS =
            Pattern.compile("tcp 127\\.0\\.0\\.1:(\\d+) x\\d+ on .*");

    @Test
    void shardedEchoServesAsItStands() throws Exception {
        final Process program =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Path.of("..", "examples", "embed", "ShardedEcho.java").toString(),
                                "127.0.0.1:0")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader output = program.inputReader(StandardCharsets.UTF_8)) {
            final Matcher line = LISTENS.matcher(String.valueOf(output.readLine()));
            assertThat(line.matches()).isTrue();
            try (Socket client =
                    new Socket(InetAddress.getLoopbackAddress(), Integer.parseInt(line.group(1)))) {
                TestServer.exchange(client);
            }
        } finally {
            program.destroy();
            program.waitFor();
        }
    }
}
