package dev.harken.listen;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.harken.linux.SockDiag;
import dev.harken.linux.Sockets;
import dev.harken.linux.Tcp;
import dev.harken.linux.TcpInfo;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Accept queues as the kernel reports them. */
final class AcceptQueues {
    private AcceptQueues() {}

    /** The queue of a listening socket; empty where the kernel does not tell. */
    static Optional<AcceptQueue> read(final int fd, final Protocol protocol) {
        return switch (protocol) {
            case TCP -> tcp(fd);
            case UNIX -> unix(fd);
            case UDP -> Optional.empty();
        };
    }

    private static Optional<AcceptQueue> tcp(final int fd) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment info = arena.allocate(TcpInfo.BYTES, Long.BYTES);
            final MemorySegment length = arena.allocateFrom(JAVA_INT, TcpInfo.BYTES);
            final int result =
                    Sockets.getsockopt(fd, Sockets.IPPROTO_TCP, Tcp.TCP_INFO, info, length);
            return result < 0
                    ? Optional.empty()
                    : Optional.of(
                            new AcceptQueue(
                                    (int) TcpInfo.unacked(info), (int) TcpInfo.sacked(info)));
        }
    }

    /**
     * The kernel tells no such thing by getsockopt; sock_diag lists the socket under its cookie.
     */
    private static Optional<AcceptQueue> unix(final int fd) {
        final byte[] bytes = new byte[Long.BYTES];
        if (SocketOptionIo.getBytes(fd, Sockets.SOL_SOCKET, Sockets.SO_COOKIE, bytes) < 0) {
            return Optional.empty();
        }
        final long cookie = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getLong();
        final List<AcceptQueue> found = new ArrayList<>();
        SockDiag.unix(
                SockDiag.LISTENING,
                row -> {
                    if (row.cookie() == cookie) {
                        found.add(new AcceptQueue((int) row.rqueue(), (int) row.wqueue()));
                    }
                });
        return found.stream().findFirst();
    }
}
