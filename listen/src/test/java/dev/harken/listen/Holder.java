package dev.harken.listen;

import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;
import dev.harken.testkit.RunningProcess;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Another program that holds an address. */
final class Holder implements AutoCloseable {
    private static final Pattern HOLDING = Pattern.compile("holding (\\d+)");
    private static final Path PYTHON = Path.of("/usr/bin/python3");
    private static final Duration DEADLINE = Duration.ofSeconds(20);

    private final RunningProcess process;
    private final int port;

    private Holder(final RunningProcess process) {
        this.process = process;
        this.port = Integer.parseInt(process.awaitOutput(HOLDING, DEADLINE).group(1));
    }

    /** Starts {@code hold.py} with these arguments. */
    static Holder start(final String... arguments) {
        return start(List.of(), arguments);
    }

    /** The same as user nobody. */
    static Holder startAsNobody(final String... arguments) {
        final String setpriv = Require.tool("setpriv").toString();
        return start(
                List.of(setpriv, "--reuid=65534", "--clear-groups", "--inh-caps=-all"), arguments);
    }

    int port() {
        return port;
    }

    /** "pid 12 (python3)", as messages name it. */
    String name() {
        return "pid %d (python3".formatted(process.pid());
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.close();
    }

    private static Holder start(final List<String> prefix, final String... arguments) {
        Require.root();
        final List<String> command = new ArrayList<>(prefix);
        // The system's own: a python of root's home is closed to nobody, and a shim has another
        // pid.
        Require.that(Files.isExecutable(PYTHON), "needs " + PYTHON + "; .ci/run installs it");
        command.add(PYTHON.toString());
        command.add(ForeignView.script("hold.py").toString());
        command.addAll(List.of(arguments));
        return new Holder(Processes.start(command));
    }
}
