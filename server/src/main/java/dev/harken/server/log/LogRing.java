package dev.harken.server.log;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;

/** A bounded queue of log bytes between one producing thread and the log writer; never blocks. */
final class LogRing {
    private static final VarHandle TAIL;
    private static final VarHandle HEAD;
    private static final VarHandle DROPPED;

    static {
        try {
            final MethodHandles.Lookup lookup = MethodHandles.lookup();
            TAIL = lookup.findVarHandle(LogRing.class, "tail", long.class);
            HEAD = lookup.findVarHandle(LogRing.class, "head", long.class);
            DROPPED = lookup.findVarHandle(LogRing.class, "dropped", long.class);
        } catch (final ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final byte[] data;
    private final int mask;
    private long tail;
    private long head;
    private long cachedHead;
    private long dropped;
    private volatile boolean retired;

    /** Makes a ring of {@code capacityBytes}, a power of two. */
    LogRing(final int capacityBytes) {
        data = new byte[capacityBytes];
        mask = capacityBytes - 1;
    }

    /**
     * Appends one line, whole or not at all.
     *
     * @return bytes now waiting, or -1 when the line did not fit and was counted as dropped
     */
    int offer(final byte[] source, final int length) {
        final long at = tail;
        if (at + length - cachedHead > data.length) {
            cachedHead = (long) HEAD.getAcquire(this);
            if (at + length - cachedHead > data.length) {
                DROPPED.setOpaque(this, dropped + 1);
                return -1;
            }
        }
        final int start = (int) at & mask;
        final int first = Math.min(length, data.length - start);
        System.arraycopy(source, 0, data, start, first);
        System.arraycopy(source, first, data, 0, length - first);
        TAIL.setRelease(this, at + length);
        return (int) (at + length - cachedHead);
    }

    /** Writes everything that waits; called by the log writer only. Returns the bytes written. */
    int drainTo(final WritableByteChannel channel) throws IOException {
        final long end = (long) TAIL.getAcquire(this);
        long at = head;
        final int total = (int) (end - at);
        while (at < end) {
            final int start = (int) at & mask;
            final int count = (int) Math.min(end - at, data.length - start);
            // What a full disk still took is not written again.
            at += channel.write(ByteBuffer.wrap(data, start, count));
            HEAD.setRelease(this, at);
        }
        return total;
    }

    /** Forgets everything that waits, when there is no file to write to. */
    void discard() {
        HEAD.setRelease(this, (long) TAIL.getAcquire(this));
    }

    /** Says that the producer has appended its last line. */
    void retire() {
        retired = true;
    }

    boolean retired() {
        return retired;
    }

    /** Returns how many lines did not fit since the start; any thread. */
    long dropped() {
        return (long) DROPPED.getOpaque(this);
    }
}
