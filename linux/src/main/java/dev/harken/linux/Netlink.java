package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Dumps over netlink(7). {@code struct nlmsghdr} is 16 bytes: length 0, type 4, flags 6, sequence
 * 8; {@code struct nlattr} 4 bytes: length 0, type 2. Both are padded to 4 bytes.
 */
final class Netlink {

    static final int HEADER_BYTES = 16;
    static final int ATTRIBUTE_HEADER_BYTES = 4;

    static final long LENGTH = 0;
    static final long TYPE = 4;
    static final long FLAGS = 6;
    static final long ATTRIBUTE_TYPE = 2;

    private static final int NLMSG_ERROR = 2;
    private static final int NLMSG_DONE = 3;
    private static final int NLM_F_REQUEST = 1;
    private static final int NLM_F_DUMP = 0x300;

    /** The kernel fills at most this much per read ({@code net/netlink/af_netlink.c}). */
    private static final int BUFFER_BYTES = 32 * 1024;

    private Netlink() {}

    /** Takes the messages of a dump. */
    @FunctionalInterface
    interface Visitor {

        /** Takes the body of one message, valid during the call. */
        void message(MemorySegment body);
    }

    /**
     * Asks for a dump and hands over its messages; blocks until the kernel has answered.
     *
     * @param protocol of the netlink socket
     * @param type of the request
     * @param request room for a header, then the body
     * @return 0 or {@code -errno}
     */
    static int dump(
            final int protocol,
            final int type,
            final MemorySegment request,
            final Visitor visitor) {
        final int socket =
                Sockets.socket(
                        Sockets.AF_NETLINK, Sockets.SOCK_RAW | Sockets.SOCK_CLOEXEC, protocol);
        if (socket < 0) {
            return socket;
        }
        try (Arena arena = Arena.ofConfined()) {
            request.set(JAVA_INT_UNALIGNED, LENGTH, (int) request.byteSize());
            request.set(JAVA_SHORT_UNALIGNED, TYPE, (short) type);
            request.set(JAVA_SHORT_UNALIGNED, FLAGS, (short) (NLM_F_REQUEST | NLM_F_DUMP));
            final long sent = Descriptors.write(socket, request, request.byteSize());
            return sent < 0
                    ? (int) sent
                    : receive(socket, arena.allocate(BUFFER_BYTES, Long.BYTES), visitor);
        } finally {
            Descriptors.close(socket);
        }
    }

    /**
     * Where an attribute's value begins.
     *
     * @param body of a message
     * @param start of the first attribute
     * @return the offset, or -1 when the attribute is absent
     */
    static long attribute(final MemorySegment body, final long start, final int type) {
        long at = start;
        while (at + ATTRIBUTE_HEADER_BYTES <= body.byteSize()) {
            final int length = attributeLength(body, at);
            if (length < ATTRIBUTE_HEADER_BYTES || at + length > body.byteSize()) {
                return -1;
            }
            if (body.get(JAVA_SHORT_UNALIGNED, at + ATTRIBUTE_TYPE) == type) {
                return at + ATTRIBUTE_HEADER_BYTES;
            }
            at += align(length);
        }
        return -1;
    }

    /** The bytes of the value that begins at {@code value}. */
    static int valueBytes(final MemorySegment body, final long value) {
        return attributeLength(body, value - ATTRIBUTE_HEADER_BYTES) - ATTRIBUTE_HEADER_BYTES;
    }

    private static int receive(
            final int socket, final MemorySegment buffer, final Visitor visitor) {
        while (true) {
            final long received = Descriptors.read(socket, buffer, buffer.byteSize());
            if (received == -Errno.EINTR) {
                continue;
            }
            if (received < 0) {
                return (int) received;
            }
            long at = 0;
            while (at + HEADER_BYTES <= received) {
                final int length = buffer.get(JAVA_INT_UNALIGNED, at + LENGTH);
                final int type = Short.toUnsignedInt(buffer.get(JAVA_SHORT_UNALIGNED, at + TYPE));
                if (type == NLMSG_DONE || type == NLMSG_ERROR) {
                    // Both carry an int that is 0 or -errno.
                    return buffer.get(JAVA_INT_UNALIGNED, at + HEADER_BYTES);
                }
                visitor.message(buffer.asSlice(at + HEADER_BYTES, length - HEADER_BYTES));
                at += align(length);
            }
        }
    }

    private static int attributeLength(final MemorySegment body, final long at) {
        return Short.toUnsignedInt(body.get(JAVA_SHORT_UNALIGNED, at));
    }

    private static int align(final int length) {
        return (length + 3) & ~3;
    }
}
