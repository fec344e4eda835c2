package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * A {@code struct msghdr} with one {@code struct iovec}, to be used again and again without
 * allocation; sendmsg(2), recvmsg(2). It refers to the segments it was made with: they must live as
 * long. Not thread-safe.
 *
 * <pre>
 * msghdr 56 bytes: name 0, namelen 8, iov 16, iovlen 24, control 32, controllen 40, flags 48
 * iovec  16 bytes: base 0, length 8
 * </pre>
 */
public final class MessageHeader {

    /** Bytes of {@code struct msghdr}. */
    public static final int BYTES = 56;

    /** Bytes of {@code struct iovec}. */
    public static final int VECTOR_BYTES = 16;

    static final long NAME = 0;
    static final long NAME_LENGTH = 8;
    static final long VECTORS = 16;
    static final long VECTOR_COUNT = 24;
    static final long CONTROL = 32;
    static final long CONTROL_LENGTH = 40;
    static final long FLAGS = 48;
    static final long VECTOR_LENGTH = 8;

    private final MemorySegment header;
    private final MemorySegment vector;
    private final MemorySegment data;
    private final MemorySegment name;
    private final MemorySegment control;

    /**
     * A header over segments that the caller owns.
     *
     * @param arena where the header itself lives
     * @param data bytes to send, or room for those to receive
     * @param name address of the peer, or {@link MemorySegment#NULL}
     * @param control control messages, or {@link MemorySegment#NULL}
     */
    public MessageHeader(
            final Arena arena,
            final MemorySegment data,
            final MemorySegment name,
            final MemorySegment control) {
        this.header = arena.allocate(BYTES, Long.BYTES);
        this.vector = arena.allocate(VECTOR_BYTES, Long.BYTES);
        this.data = data;
        this.name = name;
        this.control = control;
        header.set(JAVA_LONG, NAME, Native.pointer(name));
        header.set(JAVA_LONG, VECTORS, vector.address());
        header.set(JAVA_LONG, VECTOR_COUNT, 1);
        header.set(JAVA_LONG, CONTROL, Native.pointer(control));
        vector.set(JAVA_LONG, 0, Native.pointer(data));
        forReceiving();
    }

    /**
     * Offers the whole room of name, data and control, as must be done before every {@link
     * Messages#recvmsg}.
     *
     * @return this
     */
    public MessageHeader forReceiving() {
        return forSending(name.byteSize(), data.byteSize(), control.byteSize());
    }

    /**
     * Sets how much of name, data and control a {@link Messages#sendmsg} takes.
     *
     * @return this
     */
    public MessageHeader forSending(
            final long nameBytes, final long dataBytes, final long controlBytes) {
        header.set(JAVA_INT, NAME_LENGTH, (int) nameBytes);
        vector.set(JAVA_LONG, VECTOR_LENGTH, dataBytes);
        header.set(JAVA_LONG, CONTROL_LENGTH, controlBytes);
        header.set(JAVA_INT, FLAGS, 0);
        return this;
    }

    /** The structure to pass to {@link Messages#sendmsg} and {@link Messages#recvmsg}. */
    public MemorySegment segment() {
        return header;
    }

    /** Bytes of the peer's address that were received. */
    public int nameBytes() {
        return header.get(JAVA_INT, NAME_LENGTH);
    }

    /** Bytes of control messages that were received. */
    public long controlBytes() {
        return header.get(JAVA_LONG, CONTROL_LENGTH);
    }

    /** What happened on receiving: {@link Messages#MSG_TRUNC}, {@link Messages#MSG_CTRUNC}. */
    public int flags() {
        return header.get(JAVA_INT, FLAGS);
    }
}
