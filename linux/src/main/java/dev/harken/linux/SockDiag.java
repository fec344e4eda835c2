package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * The sockets of the calling thread's network namespace as the kernel lists them; sock_diag(7),
 * Linux 3.3. Works without privilege. Allocates, and blocks for about 50 µs plus the rows.
 *
 * <pre>
 * inet_diag_req_v2  56 bytes: family 0, protocol 1, extensions 2, states 4, id 8
 * inet_diag_sockid  48 bytes: ports 0 and 2 (big-endian), addresses 4 and 20, interface 36, cookie 40
 * inet_diag_msg     72 bytes: family 0, state 1, id 4, rqueue 56, wqueue 60, uid 64, inode 68
 * unix_diag_req     24 bytes: family 0, states 4, show 12
 * unix_diag_msg     16 bytes: family 0, type 1, state 2, inode 4, cookie 8
 * </pre>
 */
public final class SockDiag {

    /** State mask: every state. */
    public static final int ALL_STATES = -1;

    /** State mask: listening sockets. */
    public static final int LISTENING = 1 << Tcp.TCP_LISTEN;

    // Names as in linux/inet_diag.h and linux/unix_diag.h, without the prefix of the field.
    static final int INET_REQUEST_BYTES = 56;
    static final long INET_REQUEST_PROTOCOL = 1;
    static final long INET_REQUEST_EXTENSIONS = 2;
    static final long INET_REQUEST_STATES = 4;
    static final long INET_REQUEST_SOURCE_PORT = 8;
    static final int INET_MESSAGE_BYTES = 72;
    static final long INET_STATE = 1;
    static final long INET_SOURCE_PORT = 4;
    static final long INET_DESTINATION_PORT = 6;
    static final long INET_SOURCE = 8;
    static final long INET_DESTINATION = 24;
    static final long INET_INTERFACE = 40;
    static final long INET_COOKIE = 44;
    static final long INET_RQUEUE = 56;
    static final long INET_WQUEUE = 60;
    static final long INET_UID = 64;
    static final long INET_INODE = 68;
    static final int INET_DIAG_SKMEMINFO = 7;
    static final int INET_DIAG_SKV6ONLY = 11;
    static final int SK_MEMINFO_DROPS = 8;

    static final int UNIX_REQUEST_BYTES = 24;
    static final long UNIX_REQUEST_STATES = 4;
    static final long UNIX_REQUEST_SHOW = 12;
    static final int UNIX_MESSAGE_BYTES = 16;
    static final long UNIX_TYPE = 1;
    static final long UNIX_STATE = 2;
    static final long UNIX_INODE = 4;
    static final long UNIX_COOKIE = 8;
    static final long UNIX_WQUEUE = 4;
    static final int UNIX_DIAG_NAME = 0;
    static final int UNIX_DIAG_PEER = 2;
    static final int UNIX_DIAG_RQLEN = 4;
    static final int UNIX_DIAG_UID = 7;
    static final int UDIAG_SHOW_NAME = 1;
    static final int UDIAG_SHOW_PEER = 4;
    static final int UDIAG_SHOW_RQLEN = 0x10;
    static final int UDIAG_SHOW_UID = 0x40;

    private static final int NETLINK_SOCK_DIAG = 4;
    private static final int SOCK_DIAG_BY_FAMILY = 20;
    private static final ValueLayout.OfShort NETWORK_SHORT =
            JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private SockDiag() {}

    /**
     * Which sockets to list.
     *
     * @param family {@link Sockets#AF_INET} or {@link Sockets#AF_INET6}; a dual-stack socket is
     *     AF_INET6
     * @param protocol {@link Sockets#IPPROTO_TCP} or {@link Sockets#IPPROTO_UDP}
     * @param states bit {@code 1 << state} for each state of {@link Tcp}
     * @param localPort 0 for any
     */
    public record InetQuery(int family, int protocol, int states, int localPort) {}

    /**
     * An IPv4 or IPv6 socket.
     *
     * @param family {@link Sockets#AF_INET} or {@link Sockets#AF_INET6}
     * @param state one of {@link Tcp}; of UDP, TCP_ESTABLISHED when connected, otherwise TCP_CLOSE
     * @param local address and port; an IPv4-mapped address is IPv4
     * @param remote address and port; zero when not connected
     * @param interfaceIndex 0 when not bound to an interface
     * @param cookie the kernel's name of the socket, as SO_COOKIE
     * @param rqueue of a listener, connections to accept; otherwise bytes received
     * @param wqueue of a listener, the limit of its accept queue; otherwise bytes to send
     * @param uid user that opened it; 0 in TIME_WAIT
     * @param inode as in {@code /proc/PID/fd}; 0 when no descriptor refers to it
     * @param drops packets or connections dropped at this socket; -1 in TIME_WAIT and the handshake
     * @param ipv6Only whether an AF_INET6 listener refuses IPv4
     */
    public record InetRow(
            int family,
            int state,
            InetSocketAddress local,
            InetSocketAddress remote,
            int interfaceIndex,
            long cookie,
            long rqueue,
            long wqueue,
            int uid,
            long inode,
            long drops,
            boolean ipv6Only) {}

    /**
     * A Unix socket.
     *
     * @param type {@link Sockets#SOCK_STREAM}, {@link Sockets#SOCK_DGRAM} or {@link
     *     Sockets#SOCK_SEQPACKET}
     * @param state TCP_ESTABLISHED, TCP_LISTEN or TCP_CLOSE of {@link Tcp}
     * @param name path, {@code @name} for the abstract namespace, {@code ""} without a name
     * @param inode as in {@code /proc/PID/fd}
     * @param peerInode of the connected socket; 0 when not connected
     * @param cookie the kernel's name of the socket, as SO_COOKIE
     * @param rqueue of a listener, connections to accept; otherwise bytes received
     * @param wqueue of a listener, the limit of its accept queue; otherwise bytes to send
     * @param uid user that opened it; -1 before Linux 5.3, which does not tell
     */
    public record UnixRow(
            int type,
            int state,
            String name,
            long inode,
            long peerInode,
            long cookie,
            long rqueue,
            long wqueue,
            int uid) {}

    /**
     * Lists IPv4 or IPv6 sockets.
     *
     * @return 0, or {@code -errno}: {@code -ENOENT} when the kernel lacks the diagnosis module
     */
    public static int inet(final InetQuery query, final Consumer<InetRow> rows) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment request =
                    arena.allocate(Netlink.HEADER_BYTES + INET_REQUEST_BYTES, Long.BYTES);
            final MemorySegment body = request.asSlice(Netlink.HEADER_BYTES);
            body.set(JAVA_BYTE, 0, (byte) query.family());
            body.set(JAVA_BYTE, INET_REQUEST_PROTOCOL, (byte) query.protocol());
            body.set(JAVA_BYTE, INET_REQUEST_EXTENSIONS, (byte) (1 << (INET_DIAG_SKMEMINFO - 1)));
            body.set(JAVA_INT_UNALIGNED, INET_REQUEST_STATES, query.states());
            body.set(NETWORK_SHORT, INET_REQUEST_SOURCE_PORT, (short) query.localPort());
            return Netlink.dump(
                    NETLINK_SOCK_DIAG,
                    SOCK_DIAG_BY_FAMILY,
                    request,
                    message -> rows.accept(inetRow(message)));
        }
    }

    /**
     * Lists Unix sockets.
     *
     * @param states bit {@code 1 << state} for TCP_ESTABLISHED, TCP_LISTEN and TCP_CLOSE
     * @return 0, or {@code -errno}: {@code -ENOENT} when the kernel lacks the diagnosis module
     */
    public static int unix(final int states, final Consumer<UnixRow> rows) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment request =
                    arena.allocate(Netlink.HEADER_BYTES + UNIX_REQUEST_BYTES, Long.BYTES);
            final MemorySegment body = request.asSlice(Netlink.HEADER_BYTES);
            body.set(JAVA_BYTE, 0, (byte) Sockets.AF_UNIX);
            body.set(JAVA_INT_UNALIGNED, UNIX_REQUEST_STATES, states);
            body.set(
                    JAVA_INT_UNALIGNED,
                    UNIX_REQUEST_SHOW,
                    UDIAG_SHOW_NAME | UDIAG_SHOW_PEER | UDIAG_SHOW_RQLEN | UDIAG_SHOW_UID);
            return Netlink.dump(
                    NETLINK_SOCK_DIAG,
                    SOCK_DIAG_BY_FAMILY,
                    request,
                    message -> rows.accept(unixRow(message)));
        }
    }

    private static InetRow inetRow(final MemorySegment message) {
        final int family = message.get(JAVA_BYTE, 0);
        final long meminfo = Netlink.attribute(message, INET_MESSAGE_BYTES, INET_DIAG_SKMEMINFO);
        final long v6only = Netlink.attribute(message, INET_MESSAGE_BYTES, INET_DIAG_SKV6ONLY);
        return new InetRow(
                family,
                message.get(JAVA_BYTE, INET_STATE),
                address(message, family, INET_SOURCE, INET_SOURCE_PORT),
                address(message, family, INET_DESTINATION, INET_DESTINATION_PORT),
                message.get(JAVA_INT_UNALIGNED, INET_INTERFACE),
                message.get(JAVA_LONG_UNALIGNED, INET_COOKIE),
                unsigned(message, INET_RQUEUE),
                unsigned(message, INET_WQUEUE),
                message.get(JAVA_INT_UNALIGNED, INET_UID),
                unsigned(message, INET_INODE),
                meminfo < 0 ? -1 : unsigned(message, meminfo + 4L * SK_MEMINFO_DROPS),
                v6only >= 0 && message.get(JAVA_BYTE, v6only) != 0);
    }

    private static UnixRow unixRow(final MemorySegment message) {
        final long name = Netlink.attribute(message, UNIX_MESSAGE_BYTES, UNIX_DIAG_NAME);
        final long peer = Netlink.attribute(message, UNIX_MESSAGE_BYTES, UNIX_DIAG_PEER);
        final long queues = Netlink.attribute(message, UNIX_MESSAGE_BYTES, UNIX_DIAG_RQLEN);
        final long uid = Netlink.attribute(message, UNIX_MESSAGE_BYTES, UNIX_DIAG_UID);
        return new UnixRow(
                message.get(JAVA_BYTE, UNIX_TYPE),
                message.get(JAVA_BYTE, UNIX_STATE),
                name < 0 ? "" : name(message, name),
                unsigned(message, UNIX_INODE),
                peer < 0 ? 0 : unsigned(message, peer),
                message.get(JAVA_LONG_UNALIGNED, UNIX_COOKIE),
                queues < 0 ? 0 : unsigned(message, queues),
                queues < 0 ? 0 : unsigned(message, queues + UNIX_WQUEUE),
                uid < 0 ? -1 : message.get(JAVA_INT_UNALIGNED, uid));
    }

    private static String name(final MemorySegment message, final long offset) {
        final int length = Netlink.valueBytes(message, offset);
        final String text =
                new String(
                        message.asSlice(offset, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
        if (text.startsWith("\0")) {
            return "@" + text.substring(1);
        }
        final int end = text.indexOf('\0');
        return end < 0 ? text : text.substring(0, end);
    }

    private static InetSocketAddress address(
            final MemorySegment message, final int family, final long address, final long port) {
        final int length = family == Sockets.AF_INET ? 4 : 16;
        final byte[] bytes = message.asSlice(address, length).toArray(JAVA_BYTE);
        try {
            return new InetSocketAddress(
                    InetAddress.getByAddress(bytes),
                    Short.toUnsignedInt(message.get(NETWORK_SHORT, port)));
        } catch (final UnknownHostException impossible) {
            throw new IllegalStateException(length + " bytes are an address", impossible);
        }
    }

    private static long unsigned(final MemorySegment message, final long offset) {
        return Integer.toUnsignedLong(message.get(JAVA_INT_UNALIGNED, offset));
    }
}
