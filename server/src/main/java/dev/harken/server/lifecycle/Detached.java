package dev.harken.server.lifecycle;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
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
    private static final byte READY = 4;

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
     * Lets go of the standard streams, then tells the parent that the server serves; child.
     *
     * @param keepErrors whether standard error stays, because it is the error log
     * @throws IOException when there is no /dev/null, or the parent has gone
     */
    public static void ready(final boolean keepErrors) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            final int parent = check("fcntl", Descriptors.fcntl(1, Descriptors.F_DUPFD_CLOEXEC, 3));
            final int nothing =
                    check(
                            "open /dev/null",
                            Descriptors.open(
                                    arena.allocateFrom("/dev/null"),
                                    Descriptors.O_RDWR | Descriptors.O_CLOEXEC));
            for (int stream = 0; stream <= (keepErrors ? 1 : 2); stream++) {
                check("dup2", Descriptors.dup2(nothing, stream));
            }
            check(
                    "write",
                    (int) Descriptors.write(parent, arena.allocateFrom(JAVA_BYTE, READY), 1));
            Descriptors.close(nothing);
            Descriptors.close(parent);
        }
    }

    private static int check(final String call, final int result) throws IOException {
        if (result < 0) {
            throw new IOException(call + " failed: " + Errno.describe(-result));
        }
        return result;
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
