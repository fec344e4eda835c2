package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemorySegment;

/**
 * What travels beside the data of a message: descriptors, addresses, interfaces; cmsg(3). Reading
 * allocates nothing but what it returns:
 *
 * <pre>{@code
 * long at = ControlMessages.first(header.controlBytes());
 * while (at >= 0) {
 *     if (ControlMessages.is(control, at, Sockets.SOL_SOCKET, ControlMessages.SCM_RIGHTS)) {
 *         fds = ControlMessages.descriptors(control, at);
 *     }
 *     at = ControlMessages.next(control, at, header.controlBytes());
 * }
 * }</pre>
 *
 * <p>{@code struct cmsghdr} is 16 bytes: length 0 (with the header), level 8, type 12; the data
 * follows, padded to 8 bytes. Any thread.
 */
public final class ControlMessages {

    /** Type at level {@link Sockets#SOL_SOCKET}: descriptors; unix(7). */
    public static final int SCM_RIGHTS = 1;

    /** Type at level {@link Sockets#SOL_SOCKET}: {@code struct ucred} of the sender; unix(7). */
    public static final int SCM_CREDENTIALS = 2;

    /** Most descriptors that one message carries. */
    public static final int SCM_MAX_FD = 253;

    /** Bytes of {@code struct cmsghdr}. */
    public static final int HEADER_BYTES = 16;

    static final long LEVEL = 8;
    static final long TYPE = 12;

    // struct in_pktinfo of linux/in.h and in6_pktinfo of linux/ipv6.h.
    static final int PACKET_INFO_BYTES = 12;
    static final long PACKET_INFO_SOURCE = 4;
    static final long PACKET_INFO_DESTINATION = 8;
    static final int PACKET_INFO6_BYTES = 20;
    static final long PACKET_INFO6_INTERFACE = 16;

    private ControlMessages() {}

    /** Bytes that a control message with so much data takes, CMSG_SPACE. */
    public static int space(final int dataBytes) {
        return HEADER_BYTES + (dataBytes + 7 & ~7);
    }

    /** Where the first control message begins; -1 when there is none. */
    public static long first(final long controlBytes) {
        return controlBytes >= HEADER_BYTES ? 0 : -1;
    }

    /** Where the control message after that at {@code at} begins; -1 when there is none. */
    public static long next(final MemorySegment control, final long at, final long controlBytes) {
        final long length = control.get(JAVA_LONG, at);
        if (length < HEADER_BYTES) {
            return -1;
        }
        final long next = at + (length + 7 & ~7);
        return next + HEADER_BYTES <= controlBytes ? next : -1;
    }

    /** Whether the control message at {@code at} has a level and a type. */
    public static boolean is(
            final MemorySegment control, final long at, final int level, final int type) {
        return control.get(JAVA_INT, at + LEVEL) == level
                && control.get(JAVA_INT, at + TYPE) == type;
    }

    /** Where the data of the control message at {@code at} begins. */
    public static long data(final long at) {
        return at + HEADER_BYTES;
    }

    /** Bytes of data of the control message at {@code at}. */
    public static int dataBytes(final MemorySegment control, final long at) {
        return (int) (control.get(JAVA_LONG, at) - HEADER_BYTES);
    }

    /** The descriptors of an {@link #SCM_RIGHTS} message; the caller owns them. */
    public static int[] descriptors(final MemorySegment control, final long at) {
        return control.asSlice(data(at), dataBytes(control, at)).toArray(JAVA_INT);
    }

    /**
     * Writes the header of a control message.
     *
     * @return where its data begins
     */
    public static long put(
            final MemorySegment control,
            final long at,
            final int level,
            final int type,
            final int dataBytes) {
        control.set(JAVA_LONG, at, HEADER_BYTES + dataBytes);
        control.set(JAVA_INT, at + LEVEL, level);
        control.set(JAVA_INT, at + TYPE, type);
        return data(at);
    }

    /**
     * Writes an {@link #SCM_RIGHTS} message at the beginning; the receiver gets duplicates.
     *
     * @return its bytes, {@code space(4 * fds.length)}
     */
    public static int putDescriptors(final MemorySegment control, final int... fds) {
        final int bytes = fds.length * Integer.BYTES;
        final long data = put(control, 0, Sockets.SOL_SOCKET, SCM_RIGHTS, bytes);
        MemorySegment.copy(fds, 0, control, JAVA_INT, data, fds.length);
        return space(bytes);
    }

    /**
     * Writes an {@link Ip#IP_PKTINFO} message, which sets the source address of a datagram.
     *
     * @param interfaceIndex 0 lets the route choose
     * @param source four bytes in network order; zero lets the route choose
     * @return its bytes
     */
    public static int putPacketInfo(
            final MemorySegment control,
            final long at,
            final int interfaceIndex,
            final byte[] source) {
        final long data = put(control, at, Sockets.IPPROTO_IP, Ip.IP_PKTINFO, PACKET_INFO_BYTES);
        control.set(JAVA_INT, data, interfaceIndex);
        MemorySegment.copy(source, 0, control, JAVA_BYTE, data + PACKET_INFO_SOURCE, 4);
        control.set(JAVA_INT, data + PACKET_INFO_DESTINATION, 0);
        return space(PACKET_INFO_BYTES);
    }

    /**
     * Writes an {@link Ip#IPV6_PKTINFO} message, which sets the source address of a datagram.
     *
     * @param interfaceIndex 0 lets the route choose
     * @param source sixteen bytes in network order; zero lets the route choose
     * @return its bytes
     */
    public static int putPacketInfo6(
            final MemorySegment control,
            final long at,
            final int interfaceIndex,
            final byte[] source) {
        final long data =
                put(control, at, Sockets.IPPROTO_IPV6, Ip.IPV6_PKTINFO, PACKET_INFO6_BYTES);
        MemorySegment.copy(source, 0, control, JAVA_BYTE, data, 16);
        control.set(JAVA_INT, data + PACKET_INFO6_INTERFACE, interfaceIndex);
        return space(PACKET_INFO6_BYTES);
    }
}
