package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.channel.Channel;
import io.netty.channel.IoHandlerContext;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;

/**
 * What this module relies on in Netty beyond its documented API. A failure here after an upgrade
 * says which assumption to look at; the version is pinned for this reason.
 */
final class NettyInternalsLinuxTest {

    /** EPOLLIN and EPOLLEXCLUSIVE; the kernel adds EPOLLERR and EPOLLHUP. */
    private static final long EPOLLIN_EXCLUSIVE = 0x10000019L;

    @Test
    void versionIsTheOneTheseAssumptionsWereReadIn() throws IOException {
        final Properties versions = new Properties();
        try (var stream =
                Channel.class.getResourceAsStream("/META-INF/io.netty.versions.properties")) {
            versions.load(stream);
        }
        assertThat(versions.stringPropertyNames()).isNotEmpty();
        assertThat(Channel.class.getPackage().getImplementationVersion()).isEqualTo("4.2.18.Final");
    }

    @Test
    void uringHasTheConstructorsForAcceptedSockets() throws ReflectiveOperationException {
        final Class<?> socket = Class.forName("io.netty.channel.uring.LinuxSocket");
        final Class<?> tcp = Class.forName("io.netty.channel.uring.IoUringSocketChannel");
        final Class<?> unix = Class.forName("io.netty.channel.uring.IoUringDomainSocketChannel");

        assertThat(tcp.getDeclaredConstructor(Channel.class, socket)).isNotNull();
        assertThat(tcp.getDeclaredConstructor(Channel.class, socket, java.net.SocketAddress.class))
                .isNotNull();
        assertThat(unix.getDeclaredConstructor(Channel.class, socket)).isNotNull();
        assertThat(socket.getDeclaredConstructor(int.class)).isNotNull();
        assertThat(IoUring.isAvailable() || IoUring.unavailabilityCause() != null).isTrue();
    }

    @Test
    void epollHasTheConstructorsForAcceptedSockets() throws ReflectiveOperationException {
        final Class<?> socket = Class.forName("io.netty.channel.epoll.LinuxSocket");
        final Class<?> tcp = Class.forName("io.netty.channel.epoll.EpollSocketChannel");

        assertThat(tcp.getDeclaredConstructor(Channel.class, socket, InetSocketAddress.class))
                .isNotNull();
        assertThat(Epoll.isAvailable() || Epoll.unavailabilityCause() != null).isTrue();
    }

    @Test
    void firstSubmissionAddsTheSocketWithTheExclusiveMask() throws Exception {
        try (TestServer server =
                TestServer.on(TransportPreference.EPOLL)
                        .workers(3)
                        .strategy(AcceptStrategy.exclusive())
                        .start()) {
            assertThat(server.workers().workers()).hasSize(3);
            assertThat(masks().filter(mask -> mask == EPOLLIN_EXCLUSIVE)).hasSize(3);
            StrategyLinuxTest.oneAtATime(server, 20);
            assertThat(masks().filter(mask -> mask == EPOLLIN_EXCLUSIVE)).hasSize(3);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.harken.netty.TestServer#transports")
    void everyHandlerAsksBetweenTheWaitAndTheFirstEvent(final TransportPreference transport)
            throws Exception {
        final String asked = IoHandlerContext.class.getMethod("shouldReportActiveIoTime").getName();
        assertThat(asked).isNotEmpty();
        // Under the mutex a connection is accepted nowhere else than in that call.
        try (TestServer server =
                TestServer.on(transport).workers(2).strategy(AcceptStrategy.mutex()).start()) {
            StrategyLinuxTest.oneAtATime(server, 20);
            assertThat(server.total(WorkerCounters::accepted)).isEqualTo(20);
        }
    }

    private static Stream<Long> masks() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fdinfo"))) {
            final List<Long> masks =
                    files.flatMap(file -> lines(file))
                            .filter(line -> line.startsWith("tfd:"))
                            .map(line -> line.replaceAll(".*events:\\s*(\\S+).*", "$1"))
                            .map(mask -> Long.parseLong(mask, 16))
                            .toList();
            return masks.stream();
        }
    }

    private static Stream<String> lines(final Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (final java.nio.file.NoSuchFileException closedMeanwhile) {
            return Stream.empty();
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
