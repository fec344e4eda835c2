package dev.harken.listen;

import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Sockets of this process as other programs see them. */
final class ForeignView {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private ForeignView() {}

    /**
     * Options as a Python program reads them through pidfd_getfd(2).
     *
     * @param options {@code LEVEL:NAME:LENGTH} each
     * @return the bytes in hexadecimal, or {@code errno N}
     */
    static List<String> options(final int fd, final String... options) {
        Require.root();
        final List<String> command = new ArrayList<>();
        command.add(Require.tool("python3").toString());
        command.add(script("sockopt.py").toString());
        command.add(Long.toString(ProcessHandle.current().pid()));
        command.add(Integer.toString(fd));
        command.addAll(List.of(options));
        return Processes.run(TIMEOUT, command).orFail().lines();
    }

    /** The lines of {@code ss} about listening sockets of a port, details on the same line. */
    static List<String> ss(final ListenAddress address, final String... flags) {
        final List<String> command = new ArrayList<>();
        command.add(Require.tool("ss").toString());
        command.addAll(List.of("-H", "-l", "-n", "-O"));
        command.addAll(List.of(flags));
        if (address instanceof ListenAddress.Inet inet) {
            command.add("sport = :" + inet.port());
        }
        return Processes.run(TIMEOUT, command).orFail().lines();
    }

    /** A script of the test's resources as a file that everybody can read. */
    static Path script(final String name) {
        try (InputStream source = ForeignView.class.getResourceAsStream(name)) {
            final Path script = Files.createTempFile("harken-", "-" + name);
            Files.write(script, source.readAllBytes());
            script.toFile().setReadable(true, false);
            script.toFile().deleteOnExit();
            return script;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
