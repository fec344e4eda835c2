package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.FutureTask;

final class SockDiagLinuxTest {

    private static final int BACKLOG = 3;

    private final Arena arena = Arena.ofShared();
    private final MemorySegment address = arena.allocate(SockAddr.SIZE, 8);
    private final MemorySegment length = arena.allocate(JAVA_INT);
    private final Deque<Integer> opened = new ArrayDeque<>();

    @AfterEach
    void close() {
        opened.forEach(Descriptors::close);
        arena.close();
    }

    @Test
    void listsAListenerWithItsQueueAndItsNames() throws Exception {
        final int listener = listen(Sockets.AF_INET, "127.0.0.1");
        final int client = connect(listener);

        final var row = onlyRow(Sockets.AF_INET, SockDiag.LISTENING, portOf(listener));

        assertThat(row.state()).isEqualTo(Tcp.TCP_LISTEN);
        assertThat(row.local()).isEqualTo(localAddress(listener));
        assertThat(row.remote().getPort()).isZero();
        assertThat(row.rqueue()).isEqualTo(1);
        assertThat(row.wqueue()).isEqualTo(BACKLOG);
        assertThat(row.inode()).isEqualTo(inode(listener));
        assertThat(row.cookie()).isEqualTo(cookie(listener));
        assertThat(row.uid()).isEqualTo(Credentials.getuid());
        assertThat(row.drops()).isZero();
        assertThat(client).isPositive();
    }

    @Test
    void agreesWithSsAboutAListener() throws Exception {
        Needs.tool("ss");
        final int listener = listen(Sockets.AF_INET, "127.0.0.1");
        connect(listener);
        final var row = onlyRow(Sockets.AF_INET, SockDiag.LISTENING, portOf(listener));

        final String ss =
                Command.output("ss", "-Hltne", "sport", "=", ":" + portOf(listener)).strip();

        assertThat(ss.split("\\s+"))
                .startsWith("LISTEN", "" + row.rqueue(), "" + row.wqueue())
                .contains("127.0.0.1:" + portOf(listener))
                .contains("ino:" + row.inode())
                .contains("sk:" + Long.toHexString(row.cookie()));
    }

    @Test
    void agreesWithSsAboutTheNumberOfSockets() throws Exception {
        Needs.tool("ss");
        final int listener = listen(Sockets.AF_INET, "127.0.0.1");
        connect(listener);
        connect(listener);
        final int port = portOf(listener);

        final var rows = rows(Sockets.AF_INET, SockDiag.ALL_STATES, port);

        assertThat(Command.output("ss", "-Htan4", "sport", "=", ":" + port).lines())
                .hasSameSizeAs(rows);
        assertThat(rows).hasSize(3);
    }

    @Test
    void tellsConnectionsOverADualStackListenerApart() {
        final int listener = listen(Sockets.AF_INET6, "::");
        assertThat(onlyRow(Sockets.AF_INET6, SockDiag.LISTENING, portOf(listener)).ipv6Only())
                .isFalse();

        final int only = Sockets.socket(Sockets.AF_INET6, Sockets.SOCK_STREAM, 0);
        opened.push(only);
        Sockets.setInt(only, Sockets.IPPROTO_IPV6, Ip.IPV6_V6ONLY, 1);
        bindAndListen(only, "::");
        assertThat(onlyRow(Sockets.AF_INET6, SockDiag.LISTENING, portOf(only)).ipv6Only()).isTrue();
    }

    @Test
    void countsTheDropsOfOneListener() {
        final int listener = listen(Sockets.AF_INET, "127.0.0.1");
        final int sibling = listen(Sockets.AF_INET, "127.0.0.1");
        // The queue holds one more than the backlog; each further SYN is dropped there.
        for (int i = 0; i < BACKLOG + 1; i++) {
            connect(listener);
        }
        for (int i = 0; i < 4; i++) {
            connectLater(listener);
        }

        SockDiag.InetRow row;
        do {
            row = onlyRow(Sockets.AF_INET, SockDiag.LISTENING, portOf(listener));
        } while (row.drops() < 4);

        assertThat(row.rqueue()).isEqualTo(BACKLOG + 1);
        assertThat(onlyRow(Sockets.AF_INET, SockDiag.LISTENING, portOf(sibling)).drops()).isZero();
    }

    @Test
    void listsUdpSockets() {
        final int socket = Sockets.socket(Sockets.AF_INET, Sockets.SOCK_DGRAM, 0);
        opened.push(socket);
        bind(socket, "127.0.0.1");
        final int port = portOf(socket);

        final List<SockDiag.InetRow> rows = new ArrayList<>();
        final var query =
                new SockDiag.InetQuery(
                        Sockets.AF_INET, Sockets.IPPROTO_UDP, SockDiag.ALL_STATES, port);

        assertThat(SockDiag.inet(query, rows::add)).isZero();
        assertThat(rows).singleElement().returns(Tcp.TCP_CLOSE, SockDiag.InetRow::state);
    }

    @Test
    void listsUnixSocketsByName() throws Exception {
        final String name = "harken-test-" + System.nanoTime();
        final int listener = Sockets.socket(Sockets.AF_UNIX, Sockets.SOCK_STREAM, 0);
        opened.push(listener);
        final int bytes = SockAddr.putUnixAbstract(address, name);
        assertThat(Sockets.bind(listener, address, bytes)).isZero();
        assertThat(Sockets.listen(listener, BACKLOG)).isZero();
        final int client = Sockets.socket(Sockets.AF_UNIX, Sockets.SOCK_STREAM, 0);
        opened.push(client);
        assertThat(Sockets.connect(client, address, bytes)).isZero();

        final List<SockDiag.UnixRow> rows = new ArrayList<>();
        assertThat(SockDiag.unix(SockDiag.LISTENING, rows::add)).isZero();

        assertThat(rows)
                .filteredOn(row -> row.name().equals("@" + name))
                .singleElement()
                .returns(inode(listener), SockDiag.UnixRow::inode)
                .returns(cookie(listener), SockDiag.UnixRow::cookie)
                .returns(1L, SockDiag.UnixRow::rqueue)
                .returns((long) BACKLOG, SockDiag.UnixRow::wqueue)
                .returns(Credentials.getuid(), SockDiag.UnixRow::uid)
                .returns(Sockets.SOCK_STREAM, SockDiag.UnixRow::type);
    }

    @Test
    void worksWithoutCapabilities() throws Exception {
        final int listener = listen(Sockets.AF_INET, "127.0.0.1");
        final int port = portOf(listener);
        final var unprivileged =
                new FutureTask<>(
                        () -> {
                            final var none = new Credentials.Capabilities(0, 0, 0);
                            assertThat(Credentials.setCapabilities(none)).isZero();
                            return onlyRow(Sockets.AF_INET, SockDiag.LISTENING, port);
                        });
        Thread.ofPlatform().start(unprivileged);

        assertThat(unprivileged.get().inode()).isEqualTo(inode(listener));
    }

    @Test
    void answersTheErrorOfTheKernel() {
        final var query = new SockDiag.InetQuery(200, Sockets.IPPROTO_TCP, -1, 0);

        assertThat(SockDiag.inet(query, _ -> {})).isNegative();
    }

    private SockDiag.InetRow onlyRow(final int family, final int states, final int port) {
        final var rows = rows(family, states, port);
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    private static List<SockDiag.InetRow> rows(final int family, final int states, final int port) {
        final List<SockDiag.InetRow> rows = new ArrayList<>();
        final var query = new SockDiag.InetQuery(family, Sockets.IPPROTO_TCP, states, port);
        assertThat(SockDiag.inet(query, rows::add)).isZero();
        return rows;
    }

    private int listen(final int family, final String ip) {
        final int listener = Sockets.socket(family, Sockets.SOCK_STREAM, 0);
        opened.push(listener);
        bindAndListen(listener, ip);
        return listener;
    }

    private void bindAndListen(final int socket, final String ip) {
        bind(socket, ip);
        assertThat(Sockets.listen(socket, BACKLOG)).isZero();
    }

    private void bind(final int socket, final String ip) {
        final int bytes = SockAddr.put(address, new InetSocketAddress(ip, 0));
        assertThat(Sockets.bind(socket, address, bytes)).isZero();
    }

    private int connect(final int listener) {
        final int client = Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM, 0);
        opened.push(client);
        final int bytes = SockAddr.put(address, localAddress(listener));
        assertThat(Sockets.connect(client, address, bytes)).isZero();
        return client;
    }

    private void connectLater(final int listener) {
        final int type = Sockets.SOCK_STREAM | Sockets.SOCK_NONBLOCK;
        final int client = Sockets.socket(Sockets.AF_INET, type, 0);
        opened.push(client);
        final int bytes = SockAddr.put(address, localAddress(listener));
        assertThat(Sockets.connect(client, address, bytes)).isIn(0, -Errno.EINPROGRESS);
    }

    private int portOf(final int socket) {
        return localAddress(socket).getPort();
    }

    private InetSocketAddress localAddress(final int socket) {
        length.set(JAVA_INT, 0, SockAddr.SIZE);
        assertThat(Sockets.getsockname(socket, address, length)).isZero();
        return SockAddr.inet(address);
    }

    private long cookie(final int socket) {
        final MemorySegment cookie = arena.allocate(JAVA_LONG);
        length.set(JAVA_INT, 0, Long.BYTES);
        assertThat(
                        Sockets.getsockopt(
                                socket, Sockets.SOL_SOCKET, Sockets.SO_COOKIE, cookie, length))
                .isZero();
        return cookie.get(JAVA_LONG, 0);
    }

    private static long inode(final int fd) throws IOException {
        final String target = Files.readSymbolicLink(Path.of("/proc/self/fd/" + fd)).toString();
        return Long.parseLong(target.replaceAll("\\D", ""));
    }
}
