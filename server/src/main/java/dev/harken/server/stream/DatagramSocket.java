package dev.harken.server.stream;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Messages;
import dev.harken.linux.SockAddr;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** One datagram socket and the memory to serve it. Used by one thread, which owns both. */
final class DatagramSocket {
    /** As many datagrams as are answered before the stop signal is looked at again. */
    private static final int BATCH = 64;

    private static final int MAX_DATAGRAM_BYTES = 65536;

    private final int fd;
    private final int shard;
    private final SocketAddress local;
    private final StreamEndpoint endpoint;
    private final StreamWorker worker;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment data = arena.allocate(MAX_DATAGRAM_BYTES);
    private final MemorySegment peer = arena.allocate(SockAddr.SIZE, Long.BYTES);
    private final MemorySegment peerLength = arena.allocate(ValueLayout.JAVA_INT);

    DatagramSocket(
            final int fd,
            final int shard,
            final SocketAddress local,
            final StreamEndpoint endpoint,
            final StreamWorker worker) {
        this.fd = fd;
        this.shard = shard;
        this.local = local;
        this.endpoint = endpoint;
        this.worker = worker;
    }

    int fd() {
        return fd;
    }

    /** Answers what waits, up to a fair bound. */
    void answerWaiting() {
        for (int i = 0; i < BATCH; i++) {
            peerLength.set(ValueLayout.JAVA_INT, 0, SockAddr.SIZE);
            final long received =
                    Messages.recvfrom(
                            fd, data, MAX_DATAGRAM_BYTES, Messages.MSG_DONTWAIT, peer, peerLength);
            if (received < 0) {
                // Nothing waits, or an error of an earlier answer, which the client caused.
                return;
            }
            answer(received);
        }
    }

    void close() {
        Descriptors.close(fd);
        arena.close();
    }

    private void answer(final long received) {
        final InetSocketAddress remote = SockAddr.inet(peer);
        final StreamServer server = endpoint.server(local);
        final StreamSession session =
                new StreamSession("UDP", remote, local, worker.clock(), worker.index(), shard);
        session.bytesReceived = received;
        final byte[] text = worker.answer(server, session);
        final int length = Math.min(text.length, MAX_DATAGRAM_BYTES);
        MemorySegment.copy(text, 0, data, ValueLayout.JAVA_BYTE, 0, length);
        final long sent =
                Messages.sendto(
                        fd,
                        data,
                        length,
                        Messages.MSG_DONTWAIT,
                        peer,
                        peerLength.get(ValueLayout.JAVA_INT, 0));
        if (sent < 0) {
            session.status = StreamSession.INTERNAL_ERROR;
        } else {
            session.bytesSent = sent;
        }
        worker.logAccess(server, session);
    }
}
