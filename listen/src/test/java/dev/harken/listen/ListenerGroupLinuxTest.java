package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.SockAddr;
import dev.harken.linux.Sockets;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

@ExtendWith(LeakExtension.class)
class ListenerGroupLinuxTest {
    private static final int LINGER_BYTES = 8;

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1:0", "[::1]:0", "[::]:0", "0.0.0.0:0"})
    void shardsShareThePortThatTheKernelChose(final String address) throws IOException {
        try (ListenerGroup group = ListenConfig.tcp(address).shards(4).build().open()) {
            assertThat(port(group)).isPositive();
            assertThat(group.listeners()).hasSize(4);
            assertThat(group.listeners())
                    .extracting(Listener::address)
                    .containsOnly(group.address());
            assertThat(group.listeners()).extracting(Listener::shard).containsExactly(0, 1, 2, 3);
            assertThat(group.report().refused()).isEmpty();
            try (Socket client = new Socket(loopback(group), port(group))) {
                assertThat(client.isConnected()).isTrue();
                assertThat(queued(group).sum()).isEqualTo(1);
            }
        }
    }

    @Test
    void everyDescriptorIsNonBlockingAndClosedOnExec() throws IOException {
        try (ListenerGroup group = tcp().shards(2).build().open()) {
            for (final Listener listener : group.listeners()) {
                assertThat(Descriptors.fcntl(listener.fd(), Descriptors.F_GETFD, 0))
                        .isEqualTo(Descriptors.FD_CLOEXEC);
                assertThat(
                                Descriptors.fcntl(listener.fd(), Descriptors.F_GETFL, 0)
                                        & Descriptors.O_NONBLOCK)
                        .isNotZero();
            }
        }
    }

    @Test
    void datagramsOfAnotherGroupAreReported() throws IOException {
        try (ListenerGroup first = ListenConfig.udp("127.0.0.1:0").shards(2).build().open();
                ListenerGroup second =
                        ListenConfig.udp("127.0.0.1:0")
                                .address(first.address())
                                .shards(1)
                                .build()
                                .open()) {
            assertThat(second.report().notes())
                    .singleElement()
                    .asString()
                    .startsWith("is shared with another group of this process (sockets: 2)");
        }
    }

    @Test
    void aDualStackSocketTakesBothFamiliesUnlessItIsIpv6Only() throws IOException {
        try (ListenerGroup both = ListenConfig.tcp(":0").build().open()) {
            new Socket("127.0.0.1", port(both)).close();
            new Socket("::1", port(both)).close();
        }
        try (ListenerGroup one = ListenConfig.tcp("[::]:0").ipv6Only(true).build().open()) {
            new Socket("::1", port(one)).close();
            assertThatThrownBy(() -> new Socket("127.0.0.1", port(one)).close())
                    .hasMessageContaining("refused");
        }
    }

    @Test
    void datagramsAreSpreadOverUdpShards() throws IOException {
        final int datagrams = 400;
        try (ListenerGroup group = ListenConfig.udp("127.0.0.1:0").shards(4).build().open()) {
            for (int i = 0; i < datagrams; i++) {
                try (DatagramSocket client = new DatagramSocket()) {
                    client.send(new DatagramPacket(new byte[1], 1, group.localAddress()));
                }
            }
            final int[] received =
                    group.listeners().stream().mapToInt(ListenerGroupLinuxTest::drain).toArray();
            assertThat(IntStream.of(received).sum()).isEqualTo(datagrams);
            // 400 over 4: a shard with none has a chance of 4 * 0.75^400 < 1e-49.
            assertThat(received).doesNotContain(0);
            assertThatThrownBy(() -> group.listeners().getFirst().acceptQueue())
                    .isInstanceOf(UnsupportedOperationException.class);
        }
    }

    @Test
    void theKernelChoosesAPortThatNoGroupOfThisUserHas() throws Exception {
        PrivateNetwork.run(
                () -> {
                    PrivateNetwork.sysctl("net.ipv4.ip_local_port_range", "40000 40003");
                    for (final ListenConfig.Builder any :
                            List.of(tcp().shards(2), ListenConfig.udp("127.0.0.1:0").shards(2))) {
                        final List<ListenerGroup> groups = new ArrayList<>();
                        try {
                            for (int i = 0; i < 4; i++) {
                                groups.add(any.build().open());
                            }
                            assertThat(groups)
                                    .extracting(ListenerGroupLinuxTest::port)
                                    .doesNotHaveDuplicates();
                            assertThatThrownBy(() -> any.build().open().close())
                                    .hasMessageContaining("no port is free");
                        } finally {
                            groups.forEach(ListenerGroup::close);
                        }
                    }
                });
    }

    @Test
    void anotherGroupJoinsTheSamePort() throws IOException {
        try (ListenerGroup first = tcp().shards(2).build().open();
                ListenerGroup second = tcp().address(first.address()).shards(2).build().open()) {
            assertThat(second.address()).isEqualTo(first.address());
            assertThat(second.report().notes())
                    .singleElement()
                    .asString()
                    .startsWith("is shared with another group of this process (sockets: 2)");
        }
    }

    @Test
    void closingAShardLeavesTheOthers() throws IOException {
        try (ListenerGroup group = tcp().shards(3).build().open()) {
            group.closeShard(1);
            assertThat(group.listeners())
                    .extracting(Listener::isOpen)
                    .containsExactly(true, false, true);
            assertThat(group.isOpen()).isTrue();
            assertThatThrownBy(() -> group.listeners().get(1).fd())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("(shard 1) is closed");
            for (int i = 0; i < 20; i++) {
                new Socket("127.0.0.1", port(group)).close();
            }
            assertThatThrownBy(() -> group.closeShard(3))
                    .isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void closingTwiceIsClosingOnce() throws IOException {
        final ListenerGroup group = tcp().shards(2).build().open();
        group.close();
        // The numbers are free again: what the next socket gets must survive a second close.
        final int reused = Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM, 0);
        group.close();
        group.closeShard(0);
        assertThat(Descriptors.close(reused)).isZero();
        assertThat(group.isOpen()).isFalse();
    }

    @Test
    void aFailingShardClosesTheOthers() throws IOException {
        try (ListenerGroup holder = tcp().build().open()) {
            assertThat(holder.isOpen()).isTrue();
            assertThatThrownBy(
                            () ->
                                    tcp().shards(4)
                                            .control(
                                                    socket -> {
                                                        if (socket.shard() == 3) {
                                                            socket.setInt(
                                                                    Sockets.SOL_SOCKET,
                                                                    Sockets.SO_REUSEPORT,
                                                                    0);
                                                        }
                                                    })
                                            .build()
                                            .open()
                                            .close())
                    .isInstanceOf(ListenException.class)
                    .hasMessageContaining("(shard 3): EADDRINUSE");
        } // the extension finds what stayed open
    }

    @Test
    void aHookThatThrowsClosesEverything() {
        final IOException thrown = new IOException("not today");
        assertThatThrownBy(
                        () ->
                                tcp().shards(2)
                                        .control(
                                                socket -> {
                                                    if (socket.shard() == 1) {
                                                        throw thrown;
                                                    }
                                                })
                                        .build()
                                        .open()
                                        .close())
                .isSameAs(thrown);
    }

    @Test
    void hooksSeeEverySocketBeforeItIsBound() throws IOException {
        final List<String> seen = new ArrayList<>();
        try (ListenerGroup group =
                tcp().shards(3)
                        .control(
                                socket ->
                                        seen.add(
                                                socket.shard()
                                                        + " "
                                                        + socket.protocol()
                                                        + " "
                                                        + boundPort(socket.fd())))
                        .control(socket -> seen.add("second " + socket.address()))
                        .build()
                        .open()) {
            assertThat(seen)
                    .containsExactly(
                            "0 TCP 0",
                            "second 127.0.0.1:0",
                            "1 TCP 0",
                            "second " + group.address(),
                            "2 TCP 0",
                            "second " + group.address());
        }
    }

    @Test
    void hooksSetAndReadIntsBytesAndStructs() throws IOException {
        final int linger = Sockets.SO_LINGER;
        final List<Object> read = new ArrayList<>();
        final SocketControl hook =
                socket -> {
                    socket.setInt(Sockets.SOL_SOCKET, Sockets.SO_PRIORITY, 5);
                    read.add(socket.getInt(Sockets.SOL_SOCKET, Sockets.SO_PRIORITY));
                    socket.setBytes(
                            Sockets.SOL_SOCKET, Sockets.SO_BINDTODEVICE, new byte[] {'l', 'o'});
                    read.add(
                            new String(
                                    socket.getBytes(
                                            Sockets.SOL_SOCKET, Sockets.SO_BINDTODEVICE, 16),
                                    StandardCharsets.US_ASCII));
                    try (Arena arena = Arena.ofConfined()) {
                        final MemorySegment value = arena.allocateFrom(ValueLayout.JAVA_INT, 1, 7);
                        socket.setStruct(Sockets.SOL_SOCKET, linger, value);
                        final MemorySegment into = arena.allocate(LINGER_BYTES, 4);
                        assertThat(socket.getStruct(Sockets.SOL_SOCKET, linger, into))
                                .isEqualTo(LINGER_BYTES);
                        read.add(into.getAtIndex(ValueLayout.JAVA_INT, 1));
                    }
                };
        try (ListenerGroup group = tcp().control(hook).build().open()) {
            assertThat(group.isOpen()).isTrue();
        }
        assertThat(read).containsExactly(5, "lo\0", 7);
    }

    @Test
    void anOptionThatAHookGetsWrongNamesLevelNameAndErrno() {
        final int unknown = 9_999;
        assertThatThrownBy(
                        () ->
                                tcp().control(s -> s.setInt(Sockets.SOL_SOCKET, unknown, 1))
                                        .build()
                                        .open()
                                        .close())
                .isInstanceOfSatisfying(
                        ListenException.class,
                        failure -> assertThat(failure.errno()).isEqualTo(Errno.ENOPROTOOPT))
                .hasMessageStartingWith(
                        "control hook, setsockopt(1, 9999) 127.0.0.1:0: ENOPROTOOPT");
        assertThatThrownBy(
                        () ->
                                tcp().control(s -> s.getInt(Sockets.SOL_SOCKET, unknown))
                                        .build()
                                        .open()
                                        .close())
                .hasMessageStartingWith(
                        "control hook, getsockopt(1, 9999) 127.0.0.1:0: ENOPROTOOPT");
    }

    @Test
    void theAcceptQueueCountsUpToOneMoreThanItsLimit() throws IOException {
        final List<Socket> clients = new ArrayList<>();
        try (ListenerGroup group = tcp().backlog(3).build().open()) {
            final Listener listener = group.listeners().getFirst();
            for (int i = 0; i <= 3; i++) {
                assertThat(listener.acceptQueue()).isEqualTo(new AcceptQueue(i, 3));
                clients.add(new Socket("127.0.0.1", port(group)));
            }
            assertThat(listener.acceptQueue()).isEqualTo(new AcceptQueue(4, 3));
            assertThat(listener.acceptQueue().full()).isTrue();
        } finally {
            for (final Socket client : clients) {
                client.close();
            }
        }
    }

    @Test
    void mptcpAcceptsPlainClientsAndHasAnAcceptQueue() throws IOException {
        try (ListenerGroup group = ListenConfig.mptcp("127.0.0.1:0").shards(2).build().open();
                Socket client = new Socket("127.0.0.1", port(group))) {
            assertThat(client.isConnected()).isTrue();
            assertThat(queued(group).sum()).isEqualTo(1);
        }
    }

    @Test
    void anMptcpPortInUseNamesItsHolderAndAGroupAloneHasNoNotes() throws IOException {
        final ListenAddress address;
        try (ListenerGroup group = ListenConfig.mptcp("127.0.0.1:0").shards(2).build().open()) {
            address = group.address();
            assertThatThrownBy(() -> tcp().address(address).build().open().close())
                    .hasMessageContaining("this process (fd ")
                    .hasMessageContaining("shards(n) joins its group");
        }
        try (ListenerGroup again =
                ListenConfig.mptcp("127.0.0.1:0").address(address).shards(2).build().open()) {
            assertThat(again.report().notes()).isEmpty();
        }
    }

    private static IntStream queued(final ListenerGroup group) {
        return group.listeners().stream().mapToInt(listener -> listener.acceptQueue().length());
    }

    private static int drain(final Listener listener) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment buffer = arena.allocate(16);
            int count = 0;
            while (Descriptors.read(listener.fd(), buffer, buffer.byteSize()) >= 0) {
                count++;
            }
            return count;
        }
    }

    private static int boundPort(final int fd) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment address = arena.allocate(SockAddr.SIZE, 8);
            final MemorySegment length = arena.allocateFrom(ValueLayout.JAVA_INT, SockAddr.SIZE);
            assertThat(Sockets.getsockname(fd, address, length)).isZero();
            return SockAddr.port(address);
        }
    }

    private static InetAddress loopback(final ListenerGroup group) throws IOException {
        final InetAddress address = ((InetSocketAddress) group.localAddress()).getAddress();
        return address.isAnyLocalAddress()
                ? InetAddress.getByName(address.getAddress().length == 4 ? "127.0.0.1" : "::1")
                : address;
    }

    private static int port(final ListenerGroup group) {
        return ((InetSocketAddress) group.localAddress()).getPort();
    }

    private static ListenConfig.Builder tcp() {
        return ListenConfig.tcp("127.0.0.1:0");
    }
}
