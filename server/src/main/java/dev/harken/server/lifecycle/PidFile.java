package dev.harken.server.lifecycle;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The file that tells others the process id, as decimal digits and a line feed.
 *
 * <p>Whoever sees it may connect, so it is written when all sockets listen, and removed when the
 * process ends. Blocking; any thread.
 */
public final class PidFile implements AutoCloseable {
    private final Path path;
    private final byte[] content;

    private PidFile(final Path path, final byte[] content) {
        this.path = path;
        this.content = content;
    }

    /**
     * Writes the id of this process, replacing what is there.
     *
     * @throws IOException when the file can't be written
     */
    public static PidFile write(final Path path) throws IOException {
        final byte[] content = (ProcessHandle.current().pid() + "\n").getBytes(US_ASCII);
        Files.write(path, content);
        return new PidFile(path, content);
    }

    /**
     * Reads the id that another process has written.
     *
     * @return the id, at least 1
     * @throws IOException when the file can't be read
     * @throws NumberFormatException when it holds no process id; the message is what it holds
     */
    public static int read(final Path path) throws IOException {
        final String text = Files.readString(path, US_ASCII).strip();
        if (!text.matches("[1-9][0-9]{0,9}")) {
            throw new NumberFormatException(text);
        }
        return Integer.parseInt(text);
    }

    /** Returns where the file is. */
    public Path path() {
        return path;
    }

    /**
     * Removes the file, unless another process has taken it over by now. Where the folder does not
     * allow that any more, because the process gave up root, the file is emptied.
     *
     * @throws IOException when neither is possible
     */
    @Override
    public void close() throws IOException {
        if (!Files.exists(path) || !Arrays.equals(Files.readAllBytes(path), content)) {
            return;
        }
        try {
            Files.delete(path);
        } catch (final IOException cannotDelete) {
            try {
                Files.write(path, new byte[0]);
            } catch (final IOException cannotEmpty) {
                cannotDelete.addSuppressed(cannotEmpty);
                throw cannotDelete;
            }
        }
    }
}
