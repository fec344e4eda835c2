package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Socket addresses in memory: {@code struct sockaddr_in}, {@code sockaddr_in6} and {@code
 * sockaddr_un}. Any thread; the {@code put} methods answer the length to pass to the kernel.
 *
 * <pre>
 * sockaddr_in   16 bytes: family 0, port 2 (big-endian), address 4
 * sockaddr_in6  28 bytes: family 0, port 2 (big-endian), flow 4, address 8, scope 24
 * sockaddr_un  110 bytes: family 0, path 2
 * </pre>
 */
public final class SockAddr {

    /** Bytes of {@code struct sockaddr_storage}: room for any address. */
    public static final int SIZE = 128;

    /** Bytes of {@code struct sockaddr_in}. */
    public static final int INET4_BYTES = 16;

    /** Bytes of {@code struct sockaddr_in6}. */
    public static final int INET6_BYTES = 28;

    /** Bytes of {@code struct sockaddr_un}. */
    public static final int UNIX_BYTES = 110;

    /** Longest path or abstract name of a Unix socket in bytes, beside its zero byte. */
    public static final int UNIX_NAME_MAX_BYTES = 107;

    static final long PORT = 2;
    static final long INET4_ADDRESS = 4;
    static final long INET6_FLOW = 4;
    static final long INET6_ADDRESS = 8;
    static final long INET6_SCOPE = 24;
    static final int UNIX_NAME = 2;
    private static final int IPV4_MAPPED_PREFIX_BYTES = 12;
    private static final ValueLayout.OfShort NETWORK_SHORT =
            JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private SockAddr() {}

    /**
     * Writes an address in its own family.
     *
     * @throws IllegalArgumentException if {@code address} is unresolved
     */
    public static int put(final MemorySegment target, final InetSocketAddress address) {
        final InetAddress ip = resolved(address);
        return ip instanceof Inet4Address
                ? putInet4(target, ip, address.getPort())
                : putInet6(target, ip, address.getPort());
    }

    /**
     * Writes an address as a {@code sockaddr_in6}, IPv4 as {@code ::ffff:a.b.c.d}: for a dual-stack
     * socket.
     *
     * @throws IllegalArgumentException if {@code address} is unresolved
     */
    public static int putMapped(final MemorySegment target, final InetSocketAddress address) {
        return putInet6(target, resolved(address), address.getPort());
    }

    /**
     * Writes the path of a Unix socket.
     *
     * @throws IllegalArgumentException if {@code path} is empty, contains a zero byte or is longer
     *     than {@link #UNIX_NAME_MAX_BYTES} bytes of UTF-8
     */
    public static int putUnixPath(final MemorySegment target, final String path) {
        final byte[] bytes = path.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > UNIX_NAME_MAX_BYTES || path.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(
                    "path: "
                            + path
                            + " (expected: 1 to "
                            + UNIX_NAME_MAX_BYTES
                            + " bytes, no zero)");
        }
        target.set(JAVA_SHORT_UNALIGNED, 0, (short) Sockets.AF_UNIX);
        MemorySegment.copy(bytes, 0, target, JAVA_BYTE, UNIX_NAME, bytes.length);
        target.set(JAVA_BYTE, UNIX_NAME + bytes.length, (byte) 0);
        return UNIX_NAME + bytes.length + 1;
    }

    /**
     * Writes the name of a Unix socket in the abstract namespace.
     *
     * @param name without the leading zero byte or {@code @}
     * @throws IllegalArgumentException if {@code name} is empty or longer than {@link
     *     #UNIX_NAME_MAX_BYTES} bytes of UTF-8
     */
    public static int putUnixAbstract(final MemorySegment target, final String name) {
        final byte[] bytes = name.getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0 || bytes.length > UNIX_NAME_MAX_BYTES) {
            throw new IllegalArgumentException(
                    "name: " + name + " (expected: 1 to " + UNIX_NAME_MAX_BYTES + " bytes)");
        }
        target.set(JAVA_SHORT_UNALIGNED, 0, (short) Sockets.AF_UNIX);
        target.set(JAVA_BYTE, UNIX_NAME, (byte) 0);
        MemorySegment.copy(bytes, 0, target, JAVA_BYTE, UNIX_NAME + 1L, bytes.length);
        return UNIX_NAME + 1 + bytes.length;
    }

    /** The address family, for example {@link Sockets#AF_INET}. */
    public static int family(final MemorySegment source) {
        return Short.toUnsignedInt(source.get(JAVA_SHORT_UNALIGNED, 0));
    }

    /** The port of an IPv4 or IPv6 address. */
    public static int port(final MemorySegment source) {
        return Short.toUnsignedInt(source.get(NETWORK_SHORT, PORT));
    }

    /**
     * Reads an IPv4 or IPv6 address. An IPv4-mapped one comes back as IPv4, which is how {@link
     * InetAddress} has it.
     *
     * @throws IllegalArgumentException if the family is another
     */
    public static InetSocketAddress inet(final MemorySegment source) {
        return switch (family(source)) {
            case Sockets.AF_INET ->
                    new InetSocketAddress(address(source, INET4_ADDRESS, 4, 0), port(source));
            case Sockets.AF_INET6 ->
                    new InetSocketAddress(
                            address(
                                    source,
                                    INET6_ADDRESS,
                                    16,
                                    source.get(JAVA_INT_UNALIGNED, INET6_SCOPE)),
                            port(source));
            default ->
                    throw new IllegalArgumentException(
                            "family: " + family(source) + " (expected: AF_INET or AF_INET6)");
        };
    }

    /**
     * Reads the name of a Unix socket.
     *
     * @param length of the address, as the kernel reported it
     * @return the path, {@code @name} for the abstract namespace, {@code ""} without a name
     */
    public static String unix(final MemorySegment source, final int length) {
        if (length <= UNIX_NAME) {
            return "";
        }
        if (source.get(JAVA_BYTE, UNIX_NAME) == 0) {
            return "@" + text(source, UNIX_NAME + 1, length - UNIX_NAME - 1);
        }
        final String name = text(source, UNIX_NAME, length - UNIX_NAME);
        final int end = name.indexOf('\0');
        return end < 0 ? name : name.substring(0, end);
    }

    private static InetAddress resolved(final InetSocketAddress address) {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("address: " + address + " (expected: resolved)");
        }
        return address.getAddress();
    }

    private static int putInet4(
            final MemorySegment target, final InetAddress address, final int port) {
        target.asSlice(0, INET4_BYTES).fill((byte) 0);
        target.set(JAVA_SHORT_UNALIGNED, 0, (short) Sockets.AF_INET);
        target.set(NETWORK_SHORT, PORT, (short) port);
        MemorySegment.copy(address.getAddress(), 0, target, JAVA_BYTE, INET4_ADDRESS, 4);
        return INET4_BYTES;
    }

    private static int putInet6(
            final MemorySegment target, final InetAddress address, final int port) {
        target.asSlice(0, INET6_BYTES).fill((byte) 0);
        target.set(JAVA_SHORT_UNALIGNED, 0, (short) Sockets.AF_INET6);
        target.set(NETWORK_SHORT, PORT, (short) port);
        target.set(JAVA_INT_UNALIGNED, INET6_FLOW, 0);
        final byte[] bytes = address.getAddress();
        if (address instanceof final Inet6Address inet6) {
            MemorySegment.copy(bytes, 0, target, JAVA_BYTE, INET6_ADDRESS, bytes.length);
            target.set(JAVA_INT_UNALIGNED, INET6_SCOPE, inet6.getScopeId());
        } else {
            final long start = INET6_ADDRESS + IPV4_MAPPED_PREFIX_BYTES;
            target.set(JAVA_SHORT_UNALIGNED, start - 2, (short) 0xffff);
            MemorySegment.copy(bytes, 0, target, JAVA_BYTE, start, bytes.length);
        }
        return INET6_BYTES;
    }

    private static InetAddress address(
            final MemorySegment source, final long offset, final int length, final int scope) {
        final byte[] bytes = source.asSlice(offset, length).toArray(JAVA_BYTE);
        try {
            return scope == 0
                    ? InetAddress.getByAddress(bytes)
                    : Inet6Address.getByAddress("", bytes, scope);
        } catch (final UnknownHostException impossible) {
            throw new IllegalArgumentException("address: " + length + " bytes", impossible);
        }
    }

    private static String text(final MemorySegment source, final int offset, final int length) {
        return new String(
                source.asSlice(offset, length).toArray(JAVA_BYTE), StandardCharsets.UTF_8);
    }
}
