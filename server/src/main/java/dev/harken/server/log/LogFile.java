package dev.harken.server.log;

import org.jspecify.annotations.Nullable;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** One open log file, or standard error; shared by all logs that name the same target. */
final class LogFile {
    /** The target that means standard error. */
    static final String STDERR = "stderr";

    private static final int MAX_QUEUED_LINES = 4096;
    private static final long REPORT_NANOS = Duration.ofMinutes(1).toNanos();

    private final String target;
    private final List<LogRing> rings = new CopyOnWriteArrayList<>();
    private final ConcurrentLinkedQueue<byte[]> lines = new ConcurrentLinkedQueue<>();
    private final AtomicInteger queuedLines = new AtomicInteger();
    private final AtomicLong droppedLines = new AtomicLong();

    // Log writer only, after construction.
    private @Nullable FileChannel channel;
    private long reportedDrops;
    private long reportedNanos = System.nanoTime() - REPORT_NANOS;

    /**
     * Opens the target for appending, creating the file.
     *
     * @throws IOException when the file can't be opened
     */
    LogFile(final String target) throws IOException {
        this.target = target;
        channel = open();
    }

    String target() {
        return target;
    }

    /** Adds a ring for one producing thread. */
    LogRing addRing(final int capacityBytes) {
        final LogRing ring = new LogRing(capacityBytes);
        rings.add(ring);
        return ring;
    }

    /** Queues one whole line from any thread; a line too many is counted as dropped. */
    void offer(final byte[] line) {
        if (queuedLines.incrementAndGet() > MAX_QUEUED_LINES) {
            queuedLines.decrementAndGet();
            droppedLines.incrementAndGet();
            return;
        }
        lines.add(line);
    }

    /** Writes what waits and returns the bytes written; log writer only. */
    int drain() throws IOException {
        int total = 0;
        final FileChannel to = channel;
        for (byte[] line = lines.poll(); line != null; line = lines.poll()) {
            queuedLines.decrementAndGet();
            final ByteBuffer buffer = ByteBuffer.wrap(line);
            while (to != null && buffer.hasRemaining()) {
                total += to.write(buffer);
            }
        }
        final List<LogRing> retired = new ArrayList<>();
        for (final LogRing ring : rings) {
            final boolean last = ring.retired();
            if (to == null) {
                ring.discard();
            } else {
                total += ring.drainTo(to);
            }
            if (last) {
                retired.add(ring);
                droppedLines.addAndGet(ring.dropped());
            }
        }
        rings.removeAll(retired);
        return total;
    }

    /** Returns true at most once a minute: what repeats is told once; log writer only. */
    boolean mayReport() {
        final long now = System.nanoTime();
        if (now - reportedNanos < REPORT_NANOS) {
            return false;
        }
        reportedNanos = now;
        return true;
    }

    /** Returns whether lines were dropped since {@link #takeDropped}; log writer only. */
    boolean hasDropped() {
        return droppedSoFar() > reportedDrops;
    }

    /** Returns how many lines were dropped since the last call; log writer only. */
    long takeDropped() {
        final long before = reportedDrops;
        reportedDrops = droppedSoFar();
        return reportedDrops - before;
    }

    private long droppedSoFar() {
        long total = droppedLines.get();
        for (final LogRing ring : rings) {
            total += ring.dropped();
        }
        return total;
    }

    /**
     * Closes the file and opens the path anew, so that a rotated file is let go; log writer only.
     */
    void reopen() throws IOException {
        final FileChannel fresh = open();
        close();
        channel = fresh;
    }

    /** Closes the file; standard error stays open. Log writer only. */
    void close() throws IOException {
        final FileChannel old = channel;
        channel = null;
        if (old != null && !target.equals(STDERR)) {
            old.close();
        }
    }

    @SuppressWarnings("resource") // standard error is not ours to close
    private FileChannel open() throws IOException {
        if (target.equals(STDERR)) {
            return new FileOutputStream(FileDescriptor.err).getChannel();
        }
        final Path path = Path.of(target);
        if (Files.exists(path) && !Files.isRegularFile(path)) {
            // A pipe, terminal or device: it can't be positioned, so it is not opened to append.
            return FileChannel.open(path, StandardOpenOption.WRITE);
        }
        return FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}
