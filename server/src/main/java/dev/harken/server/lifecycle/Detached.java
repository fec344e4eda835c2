package dev.harken.server.lifecycle;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Sessions;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.lang.foreign.Arena;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * {@code daemon on}: the server as a process of its own session, away from the terminal.
 *
 * <p>A JVM can't fork, so the process that was started runs its own command line once more and
 * waits until that child serves: it copies what the child prints and ends when the child has said
 * {@link #READY}. The parent's exit status says whether the server runs.
 */
public final class Detached {
    /** Environment variable that tells the child what it is. */
    private static final String ROLE = "HARKEN_DETACHED";

    /** The last byte that a child prints: end of transmission. */
    private static final int READY = 4;

    private Detached() {}

    /** Returns whether this process is the child. */
    public static boolean isChild() {
        return System.getenv(ROLE) != null;
    }

    /**
     * Starts the child and waits until it serves or ends; parent.
     *
     * @param out receives what the child prints
     * @return the exit status for this process: 0 when the child serves
     * @throws IOException when there can be no child
     * @throws InterruptedException when the calling thread is interrupted
     */
    public static int startChild(final OutputStream out) throws IOException, InterruptedException {
        final ProcessBuilder builder =
                new ProcessBuilder(commandLine())
                        .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                        .redirectError(Redirect.INHERIT);
        builder.environment().put(ROLE, "1");
        final Process child = builder.start();
        try (InputStream in = child.getInputStream()) {
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next == READY) {
                    out.flush();
                    return 0;
                }
                out.write(next);
            }
        }
        out.flush();
        return child.waitFor();
    }

    /** Leaves the parent's session and terminal; child, before it opens anything. */
    public static void leaveSession() {
        // Fails only where the process leads a group already, and then it has left.
        Sessions.setsid();
    }

    /**
     * Tells the parent that the server serves, and lets go of its standard streams; child.
     *
     * @param out where the child has printed until now
     * @param keepErrors whether standard error stays, because it is the error log
     * @throws IOException when there is no /dev/null
     */
    public static void ready(final OutputStream out, final boolean keepErrors) throws IOException {
        out.write(READY);
        out.flush();
        try (Arena arena = Arena.ofConfined()) {
            final int nothing =
                    Descriptors.open(arena.allocateFrom("/dev/null"), Descriptors.O_RDWR);
            if (nothing < 0) {
                throw new IOException("open /dev/null: error " + -nothing);
            }
            Descriptors.dup2(nothing, 0);
            Descriptors.dup2(nothing, 1);
            if (!keepErrors) {
                Descriptors.dup2(nothing, 2);
            }
            if (nothing > 2) {
                Descriptors.close(nothing);
            }
        }
    }

    /**
     * The words that started this process, exactly, and before them what blocks the signals again:
     * the JDK unblocks them in every child.
     */
    private static List<String> commandLine() throws IOException {
        final List<String> command = new ArrayList<>();
        command.add("env");
        command.add("--block-signal=" + SignalThread.names());
        final String words =
                Files.readString(
                        Path.of("/proc/self/cmdline"),
                        Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8")));
        final List<String> own = List.of(words.split("\0", -1));
        command.add(Files.readSymbolicLink(Path.of("/proc/self/exe")).toString());
        // The last one is what follows the last terminator: nothing.
        command.addAll(own.subList(1, own.size() - 1));
        return command;
    }
}
