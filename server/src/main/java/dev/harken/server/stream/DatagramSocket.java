package dev.harken.server.stream;

import dev.harken.linux.ControlMessages;
import dev.harken.linux.Descriptors;
import dev.harken.linux.Ip;
import dev.harken.linux.MessageHeader;
import dev.harken.linux.Messages;
import dev.harken.linux.SockAddr;
import dev.harken.linux.Sockets;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * One datagram socket and the memory to serve it. Used by one thread, which owns both.
 *
 * <p>A datagram is answered from the address it was sent to, also where the socket is bound to all
 * addresses: the kernel tells that address with the datagram and takes it back with the answer
 * (IP_PKTINFO, IPV6_PKTINFO).
 */
final class DatagramSocket {
    /** As many datagrams as are answered before the stop signal is looked at again. */
    private static final int BATCH = 64;

    private static final int MAX_DATAGRAM_BYTES = 65536;
    private static final int CONTROL_BYTES = 256;
    private static final int IPV4_BYTES = 4;
    private static final int IPV6_BYTES = 16;

    /** Place of the destination within {@code struct in_pktinfo}; linux/in.h. */
    private static final int IPV4_DESTINATION = 8;

    private final int fd;
    private final int shard;
    private final InetSocketAddress bound;
    private final StreamEndpoint endpoint;
    private final StreamWorker worker;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment data = arena.allocate(MAX_DATAGRAM_BYTES);
    private final MemorySegment peer = arena.allocate(SockAddr.SIZE, Long.BYTES);
    private final MemorySegment control = arena.allocate(CONTROL_BYTES, Long.BYTES);
    private final MessageHeader header = new MessageHeader(arena, data, peer, control);

    /** Takes over a descriptor of a socket that is bound to {@code bound}. */
    DatagramSocket(
            final int fd,
            final int shard,
            final InetSocketAddress bound,
            final StreamEndpoint endpoint,
            final StreamWorker worker) {
        this.fd = fd;
        this.shard = shard;
        this.bound = bound;
        this.endpoint = endpoint;
        this.worker = worker;
        // One of them belongs to the other family and fails, which changes nothing.
        Sockets.setInt(fd, Sockets.IPPROTO_IP, Ip.IP_PKTINFO, 1);
        Sockets.setInt(fd, Sockets.IPPROTO_IPV6, Ip.IPV6_RECVPKTINFO, 1);
    }

    int fd() {
        return fd;
    }

    /** Answers what waits, up to a fair bound. */
    void answerWaiting() {
        for (int i = 0; i < BATCH; i++) {
            final long received =
                    Messages.recvmsg(fd, header.forReceiving().segment(), Messages.MSG_DONTWAIT);
            if (received < 0) {
                // Nothing waits, or an error of an earlier answer, which the client caused.
                return;
            }
            answer(received, header.nameBytes(), destination(header.controlBytes()));
        }
    }

    void close() {
        Descriptors.close(fd);
        arena.close();
    }

    private void answer(
            final long received, final int peerBytes, final InetSocketAddress destination) {
        final StreamServer server = endpoint.server(destination);
        final StreamSession session =
                new StreamSession(
                        "UDP",
                        SockAddr.inet(peer),
                        destination,
                        worker.clock(),
                        worker.index(),
                        shard);
        session.bytesReceived = received;
        final byte[] text = worker.answer(server, session);
        final int length = Math.min(text.length, MAX_DATAGRAM_BYTES);
        MemorySegment.copy(text, 0, data, ValueLayout.JAVA_BYTE, 0, length);
        final int controlBytes = putSource(destination.getAddress().getAddress());
        header.forSending(peerBytes, length, controlBytes);
        final long sent = Messages.sendmsg(fd, header.segment(), Messages.MSG_DONTWAIT);
        if (sent < 0) {
            session.status = StreamSession.INTERNAL_ERROR;
        } else {
            session.bytesSent = sent;
        }
        worker.logAccess(server, session);
    }

    /** Returns where the datagram was sent to; the bound address where the kernel does not say. */
    private InetSocketAddress destination(final long controlBytes) {
        for (long at = ControlMessages.first(controlBytes);
                at >= 0;
                at = ControlMessages.next(control, at, controlBytes)) {
            final long content = ControlMessages.data(at);
            if (ControlMessages.is(control, at, Sockets.IPPROTO_IP, Ip.IP_PKTINFO)) {
                return local(content + IPV4_DESTINATION, IPV4_BYTES);
            }
            if (ControlMessages.is(control, at, Sockets.IPPROTO_IPV6, Ip.IPV6_PKTINFO)) {
                return local(content, IPV6_BYTES);
            }
        }
        return bound;
    }

    private InetSocketAddress local(final long at, final int length) {
        final byte[] bytes = new byte[length];
        MemorySegment.copy(control, ValueLayout.JAVA_BYTE, at, bytes, 0, length);
        try {
            return new InetSocketAddress(InetAddress.getByAddress(bytes), bound.getPort());
        } catch (final UnknownHostException e) {
            throw new IllegalStateException("address of " + length + " bytes", e);
        }
    }

    /** Names the source of the answer; returns the bytes of the control message. */
    private int putSource(final byte[] source) {
        return source.length == IPV4_BYTES
                ? ControlMessages.putPacketInfo(control, 0, 0, source)
                : ControlMessages.putPacketInfo6(control, 0, 0, source);
    }
}
