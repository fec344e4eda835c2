package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

final class MessagesLinuxTest {

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment data = arena.allocate(64);
    private final MemorySegment name = arena.allocate(SockAddr.SIZE, 8);
    private final MemorySegment control = arena.allocate(256, 8);
    private final MemorySegment length = arena.allocate(JAVA_INT);
    private final MessageHeader header = new MessageHeader(arena, data, name, control);
    private final Deque<Integer> opened = new ArrayDeque<>();

    @AfterEach
    void close() {
        opened.forEach(Descriptors::close);
        arena.close();
    }

    @Test
    void passesDescriptorsToAnotherSocket() throws IOException {
        final MemorySegment pair = arena.allocate(JAVA_INT, 2);
        assertThat(Sockets.socketpair(Sockets.AF_UNIX, Sockets.SOCK_SEQPACKET, 0, pair)).isZero();
        final int left = own(pair.get(JAVA_INT, 0));
        final int right = own(pair.get(JAVA_INT, 4));
        final int first = own(Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM, 0));
        final int second = own(EventFd.eventfd(7, 0));
        final int controlBytes = ControlMessages.putDescriptors(control, first, second);
        header.forSending(0, 3, controlBytes);

        assertThat(Messages.sendmsg(left, header.segment(), Messages.MSG_NOSIGNAL)).isEqualTo(3);
        assertThat(
                        Messages.recvmsg(
                                right, header.forReceiving().segment(), Messages.MSG_CMSG_CLOEXEC))
                .isEqualTo(3);

        final long at = ControlMessages.first(header.controlBytes());
        assertThat(ControlMessages.is(control, at, Sockets.SOL_SOCKET, ControlMessages.SCM_RIGHTS))
                .isTrue();
        final int[] received = ControlMessages.descriptors(control, at);
        own(received[0]);
        own(received[1]);
        assertThat(received).hasSize(2).doesNotContain(first, second);
        assertThat(target(received[0])).isEqualTo(target(first));
        assertThat(EventFd.eventfdRead(received[1])).isEqualTo(7);
        assertThat(Descriptors.fcntl(received[0], Descriptors.F_GETFD, 0))
                .isEqualTo(Descriptors.FD_CLOEXEC);
        assertThat(ControlMessages.next(control, at, header.controlBytes())).isEqualTo(-1);
    }

    @Test
    void tellsWhenControlDataWasCut() {
        final MemorySegment pair = arena.allocate(JAVA_INT, 2);
        Sockets.socketpair(Sockets.AF_UNIX, Sockets.SOCK_SEQPACKET, 0, pair);
        final int left = own(pair.get(JAVA_INT, 0));
        final int right = own(pair.get(JAVA_INT, 4));
        header.forSending(0, 1, ControlMessages.putDescriptors(control, left, right));
        Messages.sendmsg(left, header.segment(), 0);
        final var small =
                new MessageHeader(
                        arena,
                        data,
                        MemorySegment.NULL,
                        control.asSlice(0, ControlMessages.space(0)));

        assertThat(Messages.recvmsg(right, small.segment(), 0)).isEqualTo(1);

        assertThat(small.flags() & Messages.MSG_CTRUNC).isNotZero();
    }

    @Test
    void receivesTheOriginalDestinationOfAnIpv4Datagram() {
        final var destination = new InetSocketAddress("127.7.7.7", 0);
        final int server = udp(Sockets.AF_INET, destination);
        final var bound = localAddress(server);
        set(server, Sockets.IPPROTO_IP, Ip.IP_RECVORIGDSTADDR);
        set(server, Sockets.IPPROTO_IP, Ip.IP_PKTINFO);
        final int client = udp(Sockets.AF_INET, new InetSocketAddress("127.0.0.1", 0));
        send(client, bound);

        assertThat(Messages.recvmsg(server, header.forReceiving().segment(), 0)).isEqualTo(5);

        assertThat(header.nameBytes()).isEqualTo(SockAddr.INET4_BYTES);
        assertThat(SockAddr.inet(name)).isEqualTo(localAddress(client));
        assertThat(SockAddr.inet(control.asSlice(find(Sockets.IPPROTO_IP, Ip.IP_ORIGDSTADDR))))
                .isEqualTo(bound);
        final long info = find(Sockets.IPPROTO_IP, Ip.IP_PKTINFO);
        assertThat(
                        control.asSlice(info + ControlMessages.PACKET_INFO_DESTINATION, 4)
                                .toArray(JAVA_BYTE))
                .isEqualTo(bound.getAddress().getAddress());
    }

    @Test
    void receivesTheOriginalDestinationOfAnIpv6Datagram() {
        final int server = udp(Sockets.AF_INET6, new InetSocketAddress("::1", 0));
        final var bound = localAddress(server);
        set(server, Sockets.IPPROTO_IPV6, Ip.IPV6_RECVORIGDSTADDR);
        final int client = udp(Sockets.AF_INET6, new InetSocketAddress("::1", 0));
        send(client, bound);

        assertThat(Messages.recvmsg(server, header.forReceiving().segment(), 0)).isEqualTo(5);

        assertThat(SockAddr.inet(control.asSlice(find(Sockets.IPPROTO_IPV6, Ip.IPV6_ORIGDSTADDR))))
                .isEqualTo(bound);
    }

    @Test
    void sendsFromTheAddressThatAControlMessageNames() throws IOException {
        final int server = udp(Sockets.AF_INET, new InetSocketAddress("127.0.0.1", 0));
        final int client = udp(Sockets.AF_INET, new InetSocketAddress("0.0.0.0", 0));
        final byte[] source = InetAddress.getByName("127.9.9.9").getAddress();
        final int nameBytes = SockAddr.put(name, localAddress(server));
        final int controlBytes = ControlMessages.putPacketInfo(control, 0, 0, source);

        assertThat(
                        Messages.sendmsg(
                                client, header.forSending(nameBytes, 1, controlBytes).segment(), 0))
                .isOne();
        length.set(JAVA_INT, 0, SockAddr.SIZE);
        assertThat(Messages.recvfrom(server, data, 64, 0, name, length)).isOne();

        assertThat(SockAddr.inet(name).getAddress().getAddress()).isEqualTo(source);
    }

    @Test
    void sendsFromTheIpv6AddressThatAControlMessageNames() throws IOException {
        final int server = udp(Sockets.AF_INET6, new InetSocketAddress("::1", 0));
        final int client = udp(Sockets.AF_INET6, new InetSocketAddress("::", 0));
        final byte[] source = InetAddress.getByName("::1").getAddress();
        final int nameBytes = SockAddr.put(name, localAddress(server));
        final int controlBytes = ControlMessages.putPacketInfo6(control, 0, 0, source);

        assertThat(
                        Messages.sendmsg(
                                client, header.forSending(nameBytes, 1, controlBytes).segment(), 0))
                .isOne();
        length.set(JAVA_INT, 0, SockAddr.SIZE);
        assertThat(Messages.recvfrom(server, data, 64, 0, name, length)).isOne();

        assertThat(SockAddr.inet(name).getAddress().getAddress()).isEqualTo(source);
    }

    private long find(final int level, final int type) {
        long at = ControlMessages.first(header.controlBytes());
        while (at >= 0 && !ControlMessages.is(control, at, level, type)) {
            at = ControlMessages.next(control, at, header.controlBytes());
        }
        assertThat(at).as("control message %d/%d", level, type).isNotNegative();
        return ControlMessages.data(at);
    }

    private void send(final int client, final InetSocketAddress to) {
        final int bytes = SockAddr.put(name, to);
        data.setString(0, "hello");
        assertThat(Messages.sendto(client, data, 5, 0, name, bytes)).isEqualTo(5);
    }

    private int udp(final int family, final InetSocketAddress local) {
        final int socket = own(Sockets.socket(family, Sockets.SOCK_DGRAM, 0));
        assertThat(Sockets.bind(socket, name, SockAddr.put(name, local))).isZero();
        return socket;
    }

    private static void set(final int socket, final int level, final int option) {
        assertThat(Sockets.setInt(socket, level, option, 1)).isZero();
    }

    private InetSocketAddress localAddress(final int socket) {
        length.set(JAVA_INT, 0, SockAddr.SIZE);
        final MemorySegment address = arena.allocate(SockAddr.SIZE, 8);
        assertThat(Sockets.getsockname(socket, address, length)).isZero();
        return SockAddr.inet(address);
    }

    private static Path target(final int fd) throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/self/fd/" + fd));
    }

    private int own(final int fd) {
        assertThat(fd).isNotNegative();
        opened.push(fd);
        return fd;
    }
}
