package dev.harken.listen;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.harken.linux.Sockets;
import dev.harken.linux.Tcp;
import dev.harken.linux.TcpInfo;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** Accept queues as the kernel reports them. */
final class AcceptQueues {
    private AcceptQueues() {}

    /** The queue of a listening socket; empty where the kernel does not tell. */
    static Optional<AcceptQueue> read(final int fd, final Protocol protocol) {
        return switch (protocol) {
            case TCP -> tcp(fd);
            case UDP, UNIX -> Optional.empty();
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
}
