package dev.harken.netty;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.SockAddr;
import dev.harken.linux.Sockets;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;

/**
 * Turns a listening descriptor into a {@link ServerSocketChannel}, without opening a package of the
 * JDK: a channel bound to a throw-away address is opened, its descriptor found by that address, and
 * ours put in its place by dup3(2).
 *
 * <p>The channel goes on to report the throw-away address; what it accepts has the right ones,
 * since the JDK asks the kernel for those. Any thread.
 */
final class NioAdoption {

    private static final InetSocketAddress ANY_LOOPBACK_PORT =
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

    private NioAdoption() {}

    /**
     * Adopts a descriptor.
     *
     * @param fd closed in any case; the channel owns a duplicate
     */
    static ServerSocketChannel adopt(final int fd, final boolean unix) throws IOException {
        try {
            final ServerSocketChannel channel = unix ? openUnix() : openInet();
            try {
                replace(find(channel), fd);
                channel.configureBlocking(false);
                return channel;
            } catch (final IOException failed) {
                channel.close();
                throw failed;
            } finally {
                if (channel.getLocalAddress() instanceof final UnixDomainSocketAddress throwAway) {
                    Files.deleteIfExists(throwAway.getPath());
                }
            }
        } finally {
            Descriptors.close(fd);
        }
    }

    private static ServerSocketChannel openInet() throws IOException {
        final ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.INET);
        return channel.bind(ANY_LOOPBACK_PORT, 1);
    }

    private static ServerSocketChannel openUnix() throws IOException {
        final ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        channel.bind(null, 1);
        return channel;
    }

    private static int find(final ServerSocketChannel channel) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment address = arena.allocate(SockAddr.SIZE, Long.BYTES);
            final MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);
            for (final int fd : Descriptors.openFds()) {
                length.set(ValueLayout.JAVA_INT, 0, SockAddr.SIZE);
                if (Sockets.getsockname(fd, address, length) == 0
                        && Sockets.getInt(fd, Sockets.SOL_SOCKET, Sockets.SO_ACCEPTCONN) == 1
                        && is(channel, address, length.get(ValueLayout.JAVA_INT, 0))) {
                    return fd;
                }
            }
        }
        throw new IOException("no descriptor has the address " + channel.getLocalAddress());
    }

    private static boolean is(
            final ServerSocketChannel channel, final MemorySegment address, final int length)
            throws IOException {
        return switch (channel.getLocalAddress()) {
            case final InetSocketAddress inet ->
                    SockAddr.family(address) == Sockets.AF_INET
                            && SockAddr.inet(address).equals(inet);
            case final UnixDomainSocketAddress unix ->
                    SockAddr.family(address) == Sockets.AF_UNIX
                            && SockAddr.unix(address, length).equals(unix.getPath().toString());
            default -> false;
        };
    }

    private static void replace(final int placeholder, final int fd) throws IOException {
        final int result = Descriptors.dup3(fd, placeholder, Descriptors.O_CLOEXEC);
        if (result < 0) {
            throw new IOException("dup3: " + Errno.name(-result));
        }
    }
}
