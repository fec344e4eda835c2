package dev.harken.server.log;

import dev.harken.conf.LogTarget;
import dev.harken.server.text.TextBuffer;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * An access log, shared by all workers: each has a queue of its own to the log writer.
 *
 * <p>A line that finds its queue full is dropped and counted; the log writer reports the count.
 */
public final class AccessLogger {
    private static final int RING_BYTES = 1 << 18;
    private static final int WAKE_BYTES = RING_BYTES / 2;

    private final LogWriter writer;
    private final LogFile file;

    /** One per worker, made by that worker when it first has a line. */
    private final @Nullable LogRing[] rings;

    private AccessLogger(final LogWriter writer, final LogFile file, final int workerCount) {
        this.writer = writer;
        this.file = file;
        this.rings = new LogRing[workerCount];
    }

    /**
     * Opens the log.
     *
     * @param writer the thread that writes it
     * @param target where lines go
     * @param workerCount how many workers will append
     * @throws IOException when the file can't be opened
     */
    public static AccessLogger open(
            final LogWriter writer, final LogTarget target, final int workerCount)
            throws IOException {
        return new AccessLogger(writer, writer.file(LogWriter.name(target)), workerCount);
    }

    /**
     * Appends one line, which must end with a line feed; on the thread of worker {@code worker}
     * only. Never blocks.
     */
    public void append(final int worker, final TextBuffer line) {
        LogRing ring = rings[worker];
        if (ring == null) {
            ring = file.addRing(RING_BYTES);
            rings[worker] = ring;
        }
        if (ring.offer(line.array(), line.length()) > WAKE_BYTES) {
            writer.wake();
        } else {
            writer.wakeIfIdle();
        }
    }

    /** Lets the queues go once their last lines are written; no worker may append any more. */
    public void retire() {
        for (final LogRing ring : rings) {
            if (ring != null) {
                ring.retire();
            }
        }
    }
}
