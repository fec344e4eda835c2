package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;

final class SocketsLinuxTest {

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment address = arena.allocate(SockAddr.SIZE, 8);
    private final MemorySegment length = arena.allocate(JAVA_INT);
    private final Deque<Integer> opened = new ArrayDeque<>();

    @AfterEach
    void close() {
        opened.forEach(Descriptors::close);
        arena.close();
    }

    @Test
    void acceptsAConnectionAndTellsBothAddresses() {
        final int listener = listen();
        final InetSocketAddress bound = localAddress(listener);

        final int client = open(Sockets.SOCK_STREAM);
        assertThat(Sockets.connect(client, address, SockAddr.put(address, bound))).isZero();
        length.set(JAVA_INT, 0, SockAddr.SIZE);
        final int accepted = Sockets.accept4(listener, address, length, Sockets.SOCK_CLOEXEC);
        opened.push(accepted);

        assertThat(accepted).isPositive();
        assertThat(length.get(JAVA_INT, 0)).isEqualTo(SockAddr.INET4_BYTES);
        assertThat(SockAddr.inet(address)).isEqualTo(localAddress(client));
        assertThat(peerAddress(client)).isEqualTo(bound);
        assertThat(Descriptors.fcntl(accepted, Descriptors.F_GETFD, 0))
                .isEqualTo(Descriptors.FD_CLOEXEC);
    }

    @Test
    void acceptsWithoutAskingForTheAddress() {
        final int listener = listen();
        final int client = open(Sockets.SOCK_STREAM);
        Sockets.connect(client, address, SockAddr.put(address, localAddress(listener)));

        final int accepted = Sockets.accept4(listener, MemorySegment.NULL, MemorySegment.NULL, 0);
        opened.push(accepted);

        assertThat(accepted).isPositive();
    }

    @Test
    void carriesBytesBothWaysUntilShutdown() {
        final MemorySegment pair = arena.allocate(JAVA_INT, 2);
        assertThat(
                        Sockets.socketpair(
                                Sockets.AF_UNIX,
                                Sockets.SOCK_STREAM | Sockets.SOCK_CLOEXEC,
                                0,
                                pair))
                .isZero();
        final int left = pair.get(JAVA_INT, 0);
        final int right = pair.get(JAVA_INT, 4);
        opened.push(left);
        opened.push(right);
        final MemorySegment text = arena.allocateFrom("harken");
        final MemorySegment read = arena.allocate(64);

        assertThat(Descriptors.write(left, text, 6)).isEqualTo(6);
        assertThat(Descriptors.read(right, read, 64)).isEqualTo(6);
        assertThat(read.getString(0, StandardCharsets.UTF_8)).isEqualTo("harken");

        assertThat(Sockets.shutdown(left, Sockets.SHUT_WR)).isZero();
        assertThat(Descriptors.read(right, read, 64)).isZero();
        assertThat(Descriptors.write(left, text, 6)).isEqualTo(-Errno.EPIPE);
    }

    @Test
    void answersTheNegatedErrno() {
        final int listener = open(Sockets.SOCK_STREAM | Sockets.SOCK_NONBLOCK);

        assertThat(Sockets.accept4(listener, MemorySegment.NULL, MemorySegment.NULL, 0))
                .isEqualTo(-Errno.EINVAL);
        assertThat(Sockets.listen(listener, 1)).isZero();
        assertThat(Sockets.accept4(listener, MemorySegment.NULL, MemorySegment.NULL, 0))
                .isEqualTo(-Errno.EAGAIN);
        assertThat(Sockets.socket(999, Sockets.SOCK_STREAM, 0)).isEqualTo(-Errno.EAFNOSUPPORT);
        assertThat(Descriptors.close(-1)).isEqualTo(-Errno.EBADF);
        assertThat(Sockets.getInt(-1, Sockets.SOL_SOCKET, Sockets.SO_TYPE)).isEqualTo(-Errno.EBADF);
    }

    @Test
    void setsAndReadsOptionsOfOneInt() {
        final int socket = open(Sockets.SOCK_STREAM);

        assertThat(Sockets.getInt(socket, Sockets.SOL_SOCKET, Sockets.SO_REUSEPORT)).isZero();
        assertThat(Sockets.setInt(socket, Sockets.SOL_SOCKET, Sockets.SO_REUSEPORT, 1)).isZero();
        assertThat(Sockets.getInt(socket, Sockets.SOL_SOCKET, Sockets.SO_REUSEPORT)).isOne();
        assertThat(Sockets.setInt(socket, Sockets.IPPROTO_TCP, Tcp.TCP_KEEPIDLE, 77)).isZero();
        assertThat(Sockets.getInt(socket, Sockets.IPPROTO_TCP, Tcp.TCP_KEEPIDLE)).isEqualTo(77);
        assertThat(Sockets.setInt(socket, Sockets.SOL_SOCKET, 9999, 1))
                .isEqualTo(-Errno.ENOPROTOOPT);
    }

    @Test
    void readsOptionsAboveTheRangeOfAnInt() {
        final int socket = open(Sockets.SOCK_STREAM);

        assertThat(Sockets.setInt(socket, Sockets.SOL_SOCKET, Sockets.SO_MAX_PACING_RATE, -2))
                .isZero();

        assertThat(Sockets.getInt(socket, Sockets.SOL_SOCKET, Sockets.SO_MAX_PACING_RATE))
                .isEqualTo(0xffff_fffeL);
    }

    private int open(final int type) {
        final int socket = Sockets.socket(Sockets.AF_INET, type, 0);
        assertThat(socket).isPositive();
        opened.push(socket);
        return socket;
    }

    private int listen() {
        final int listener = open(Sockets.SOCK_STREAM);
        final int bytes = SockAddr.put(address, new InetSocketAddress("127.0.0.1", 0));
        assertThat(Sockets.bind(listener, address, bytes)).isZero();
        assertThat(Sockets.listen(listener, 16)).isZero();
        return listener;
    }

    private InetSocketAddress localAddress(final int socket) {
        length.set(JAVA_INT, 0, SockAddr.SIZE);
        assertThat(Sockets.getsockname(socket, address, length)).isZero();
        return SockAddr.inet(address);
    }

    private InetSocketAddress peerAddress(final int socket) {
        length.set(JAVA_INT, 0, SockAddr.SIZE);
        assertThat(Sockets.getpeername(socket, address, length)).isZero();
        return SockAddr.inet(address);
    }
}
