package dev.harken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.netty.TransportPreference;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Every class of errors, provoked by a real peer, on every transport. */
class ErrorClassLinuxTest {

    private static final long REQUESTS = 5;

    @RegisterExtension private final LeakExtension leaks = new LeakExtension();

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "EPOLL", "NIO"})
    void aPortWithoutListenerRefuses(final TransportPreference transport) throws Exception {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        assertThat(errors("http://127.0.0.1:" + port + "/", transport).errors())
                .containsOnlyKeys(ErrorClass.REFUSED)
                .containsEntry(ErrorClass.REFUSED, REQUESTS);
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "EPOLL", "NIO"})
    void aPeerThatBreaksTheConnectionResets(final TransportPreference transport) throws Exception {
        try (Peer peer =
                new Peer(
                        socket -> {
                            socket.getInputStream().read();
                            socket.setSoLinger(true, 0);
                        })) {
            assertThat(errors(peer.url(), transport).errors()).containsOnlyKeys(ErrorClass.RESET);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "EPOLL", "NIO"})
    void aPeerThatEndsWithoutAWordIsAnEmptyReply(final TransportPreference transport)
            throws Exception {
        try (Peer peer = new Peer(ErrorClassLinuxTest::readRequest)) {
            assertThat(errors(peer.url(), transport).errors())
                    .containsOnlyKeys(ErrorClass.EMPTY_REPLY);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "EPOLL", "NIO"})
    void aReplyThatEndsEarlyIsCutShort(final TransportPreference transport) throws Exception {
        try (Peer peer = answering("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nabc")) {
            assertThat(errors(peer.url(), transport).errors())
                    .containsOnlyKeys(ErrorClass.CUT_SHORT);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "EPOLL", "NIO"})
    void silenceIsATimeout(final TransportPreference transport) throws Exception {
        try (Peer peer = new Peer(socket -> socket.getInputStream().readAllBytes())) {
            final LoadResult result = errors(peer.url(), transport);

            assertThat(result.errors()).containsOnlyKeys(ErrorClass.TIMEOUT);
            assertThat(result.counts().answered()).isZero();
            assertThat(result.counts().failed()).isEqualTo(REQUESTS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "EPOLL", "NIO"})
    void statusesFrom400OnAreErrorsWithAReply(final TransportPreference transport)
            throws Exception {
        try (Peer peer = answering("HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n")) {
            final LoadResult result = errors(peer.url(), transport);

            assertThat(result.errors()).containsOnlyKeys(ErrorClass.BAD_STATUS);
            assertThat(result.statuses()).containsEntry(500, REQUESTS);
            assertThat(result.counts().answered()).isEqualTo(REQUESTS);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "EPOLL", "NIO"})
    void whatIsNoHttpIsABadReply(final TransportPreference transport) throws Exception {
        try (Peer peer = answering("SSH-2.0-OpenSSH_9.2\r\n\r\n")) {
            assertThat(errors(peer.url(), transport).errors())
                    .containsOnlyKeys(ErrorClass.BAD_REPLY);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"AUTO", "EPOLL", "NIO"})
    void whatIsNoTlsFailsTheHandshake(final TransportPreference transport) throws Exception {
        try (Peer peer = answering("HTTP/1.1 400 Bad Request\r\n\r\n")) {
            final String url = peer.url().replace("http:", "https:");
            assertThat(errors(url, transport).errors()).containsOnlyKeys(ErrorClass.TLS);
        }
    }

    @Test
    void anEchoThatDiffersIsABadReply() throws Exception {
        try (Peer peer =
                new Peer(
                        socket -> {
                            socket.getInputStream().readNBytes(64);
                            socket.getOutputStream().write(new byte[64]);
                        })) {
            final String url = peer.url().replace("http:", "tcp:");
            assertThat(errors(url, TransportPreference.AUTO).errors())
                    .containsOnlyKeys(ErrorClass.BAD_REPLY);
        }
    }

    @Test
    void keptConnectionsThatCantBeMadeStopTheStart() throws Exception {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        final LoadPlan plan =
                LoadPlan.builder("http://127.0.0.1:" + port + "/").requests(1).build();
        assertThatThrownBy(() -> LoadRun.start(plan))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("refused")
                .hasMessageContaining("start the server");
    }

    private static LoadResult errors(final String url, final TransportPreference transport)
            throws Exception {
        return LoadRun.run(
                LoadPlan.builder(url)
                        .pace(Pace.open(100))
                        .connections(10)
                        .keepAlive(false)
                        .requests(REQUESTS)
                        .timeout(Duration.ofMillis(700))
                        .transport(transport)
                        .build());
    }

    private static Peer answering(final String reply) throws IOException {
        return new Peer(
                socket -> {
                    readRequest(socket);
                    socket.getOutputStream().write(reply.getBytes(StandardCharsets.US_ASCII));
                });
    }

    private static void readRequest(final Socket socket) throws IOException {
        final byte[] some = new byte[8192];
        final int _ = socket.getInputStream().read(some);
    }

    /** What a peer does with a connection before it closes it. */
    @FunctionalInterface
    private interface Manners {
        void serve(Socket socket) throws IOException;
    }

    /** A listener whose connections are treated badly. */
    private static final class Peer implements AutoCloseable {

        private final ServerSocket listener =
                new ServerSocket(0, 100, InetAddress.getLoopbackAddress());

        Peer(final Manners manners) throws IOException {
            Thread.ofPlatform().daemon().start(() -> accept(manners));
        }

        String url() {
            return "http://127.0.0.1:" + listener.getLocalPort() + "/";
        }

        private void accept(final Manners manners) {
            try {
                while (true) {
                    final Socket socket = listener.accept();
                    Thread.ofPlatform().daemon().start(() -> serve(socket, manners));
                }
            } catch (final IOException closed) {
                // The test is over.
            }
        }

        private static void serve(final Socket socket, final Manners manners) {
            try (socket) {
                manners.serve(socket);
            } catch (final IOException gone) {
                // As provoked.
            }
        }

        @Override
        public void close() throws IOException {
            listener.close();
        }
    }
}
