package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.listen.ListenConfig;
import dev.harken.testkit.Await;
import dev.harken.testkit.LeakExtension;

import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** What every transport must do, run on each. */
@ParameterizedClass
@MethodSource("dev.harken.netty.TestServer#transports")
record TransportContractLinuxTest(TransportPreference transport) {

    private static final UnpooledByteBufAllocator COUNTED = new UnpooledByteBufAllocator(true);

    @RegisterExtension
    static final LeakExtension LEAKS =
            TestServer.leaks()
                    .counting("direct bytes", () -> COUNTED.metric().usedDirectMemory())
                    .counting("heap bytes", () -> COUNTED.metric().usedHeapMemory());

    private static final ChildOptions OPTIONS = ChildOptions.defaults().allocator(COUNTED);

    @Test
    void echoesWithTheAddressesBothSidesSee() throws Exception {
        final CompletableFuture<Channel> served = new CompletableFuture<>();
        try (TestServer server = server().handler(new Capture(served)).start();
                Socket client = server.connect()) {
            final Channel channel = served.get(10, TimeUnit.SECONDS);

            assertThat(channel.localAddress()).isEqualTo(client.getRemoteSocketAddress());
            assertThat(channel.remoteAddress()).isEqualTo(client.getLocalSocketAddress());
            assertThat(channel.isActive()).isTrue();
        }
    }

    @Test
    void knowsWorkerAndListenerOfAChannel() throws Exception {
        final CompletableFuture<Channel> served = new CompletableFuture<>();
        try (TestServer server = server().handler(new Capture(served)).start();
                Socket client = server.connect()) {
            final Channel channel = served.get(10, TimeUnit.SECONDS);
            final Worker worker = server.workers().workers().getFirst();

            assertThat(client.isConnected()).isTrue();
            assertThat(Worker.of(channel)).isSameAs(worker);
            assertThat(Connection.of(channel))
                    .extracting(Connection::worker, Connection::shard)
                    .containsExactly(worker, 0);
        }
    }

    @Test
    void echoesAMegabyte() throws Exception {
        try (TestServer server = server().start();
                Socket client = server.connect()) {
            final byte[] sent = new byte[1 << 20];
            for (int index = 0; index < sent.length; index++) {
                sent[index] = (byte) (index * 31);
            }
            final var writer = Thread.ofVirtual().start(() -> write(client, sent));

            assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
            writer.join();
        }
    }

    @Test
    void answersAfterTheClientHasEndedItsSide() throws Exception {
        try (TestServer server = server().options(OPTIONS.allowHalfClosure(true)).start();
                Socket client = server.connect()) {
            client.getOutputStream().write(new byte[] {1, 2, 3});
            client.shutdownOutput();

            assertThat(client.getInputStream().readAllBytes()).containsExactly(1, 2, 3);
        }
    }

    @Test
    void servesManyConnectionsAtATimeAndCountsThem() throws Exception {
        final int count = 500;
        try (TestServer server = server().start()) {
            final List<Socket> clients = new ArrayList<>();
            for (int index = 0; index < count; index++) {
                clients.add(server.connect());
            }
            for (final Socket client : clients) {
                TestServer.exchange(client);
            }

            assertThat(server.total(WorkerCounters::accepted)).isEqualTo(count);
            assertThat(server.workers().activeConnections()).isEqualTo(count);
            assertThat(batched(server)).isBetween(1L, (long) count);
            for (final Socket client : clients) {
                client.close();
            }
            Await.until("all closed", () -> server.workers().activeConnections() == 0);
            assertThat(server.total(WorkerCounters::acceptErrors)).isZero();
        }
    }

    @Test
    void pausedServingLeavesConnectionsInTheQueueUntilItResumes() throws Exception {
        try (TestServer server = server().start()) {
            server.serving().pause();
            assertThat(server.serving().isAccepting()).isFalse();
            try (Socket client = server.connect()) {
                client.setSoTimeout(50);
                client.getOutputStream().write('x');
                assertThatThrownBy(() -> client.getInputStream().read())
                        .isInstanceOf(SocketTimeoutException.class);
                assertThat(server.total(WorkerCounters::accepted)).isZero();
                assertThat(server.group().listeners().getFirst().acceptQueue().length())
                        .isEqualTo(1);

                server.serving().resume();
                client.setSoTimeout(10_000);
                assertThat(client.getInputStream().read()).isEqualTo('x');
            }
        }
    }

    @Test
    void pausesAndResumesManyTimesWithoutLosingOne() throws Exception {
        try (TestServer server = server().start()) {
            for (int round = 0; round < 50; round++) {
                server.serving().pause();
                try (Socket client = server.connect()) {
                    server.serving().resume();
                    TestServer.exchange(client);
                }
            }
            assertThat(server.total(WorkerCounters::accepted)).isEqualTo(50);
        }
    }

    @Test
    void closedServingKeepsOpenConnectionsAndTheListener() throws Exception {
        try (TestServer server = server().start();
                Socket before = server.connect()) {
            TestServer.exchange(before);
            server.serving().close();

            TestServer.exchange(before);
            assertThat(server.group().isOpen()).isTrue();
            try (Socket queued = server.connect()) {
                final Serving again =
                        server.workers()
                                .serve(
                                        server.group(),
                                        AcceptStrategy.exclusive(),
                                        new EchoInitializer(),
                                        OPTIONS);
                TestServer.exchange(queued);
                again.close();
            }
        }
    }

    @Test
    void drainWaitsForOpenConnections() throws Exception {
        try (TestServer server = server().start();
                Socket client = server.connect()) {
            TestServer.exchange(client);

            assertThat(server.workers().drain(Duration.ofMillis(20))).isFalse();
            TestServer.exchange(client);
            TestServer.hangUp(client);
            assertThat(server.workers().drain(Duration.ofSeconds(10))).isTrue();
        }
    }

    @Test
    void closeEndsOpenConnections() throws Exception {
        try (TestServer server = server().start();
                Socket client = server.connect()) {
            TestServer.exchange(client);
            server.workers().close();

            assertThat(client.getInputStream().read()).isEqualTo(-1);
            assertThat(server.workers().activeConnections()).isZero();
        }
    }

    @Test
    void standsBackAtTheConnectionLimitAndLosesNobody() throws Exception {
        try (TestServer server = server().connectionLimit(2).start();
                Socket first = server.connect();
                Socket second = server.connect()) {
            TestServer.exchange(first);
            TestServer.exchange(second);
            try (Socket third = server.connect()) {
                third.setSoTimeout(50);
                third.getOutputStream().write('x');
                assertThatThrownBy(() -> third.getInputStream().read())
                        .isInstanceOf(SocketTimeoutException.class);

                TestServer.hangUp(first);
                third.setSoTimeout(10_000);
                assertThat(third.getInputStream().read()).isEqualTo('x');
            }
        }
    }

    @Test
    void servesAUnixSocket(@TempDir final Path folder) throws Exception {
        final Path path = folder.resolve("socket");
        try (TestServer server = server().start(ListenConfig.unix(path.toString()));
                SocketChannel client = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            client.connect(UnixDomainSocketAddress.of(path));
            client.write(ByteBuffer.wrap(new byte[] {7}));
            final ByteBuffer answer = ByteBuffer.allocate(1);
            client.read(answer);

            assertThat(answer.array()).containsExactly(7);
            assertThat(server.total(WorkerCounters::accepted)).isEqualTo(1);
        }
    }

    @Test
    void servesIpv6() throws Exception {
        try (TestServer server = server().start(ListenConfig.tcp("[::1]:0"));
                Socket client = server.connect()) {
            TestServer.exchange(client);
        }
    }

    @Test
    void appliesChildOptions() throws Exception {
        final CompletableFuture<Channel> served = new CompletableFuture<>();
        final ChildOptions options =
                OPTIONS.tcpNoDelay(false).writeWaterMarks(1000, 2000).autoRead(false);
        try (TestServer server = server().handler(new Capture(served)).options(options).start();
                Socket client = server.connect()) {
            final Channel channel = served.get(10, TimeUnit.SECONDS);

            assertThat(client.isConnected()).isTrue();
            assertThat(channel.config().getOption(ChannelOption.TCP_NODELAY)).isFalse();
            assertThat(channel.config().getWriteBufferHighWaterMark()).isEqualTo(2000);
            assertThat(channel.config().isAutoRead()).isFalse();
            assertThat(channel.alloc()).isSameAs(COUNTED);
        }
    }

    @Test
    void clientThatResetsBeforeItIsAcceptedLeavesNothingBehind() throws Exception {
        try (TestServer server = server().start()) {
            server.serving().pause();
            for (int index = 0; index < 20; index++) {
                final Socket client = server.connect();
                client.setSoLinger(true, 0);
                client.close();
            }
            server.serving().resume();
            try (Socket client = server.connect()) {
                TestServer.exchange(client);
                Await.until("only one is left", () -> server.workers().activeConnections() == 1);
            }
        }
    }

    @Test
    void connectionWithAnUnknownOptionIsClosedAndNotCounted() throws Exception {
        final ChildOptions options = OPTIONS.with(ChannelOption.valueOf("harken.unknown"), 1);
        try (TestServer server = server().options(options).start();
                Socket client = server.connect()) {
            assertThat(client.getInputStream().read()).isEqualTo(-1);
            Await.until("not counted", () -> server.workers().activeConnections() == 0);
        }
    }

    private TestServer.Setup server() {
        return TestServer.on(transport).options(OPTIONS);
    }

    private static long batched(final TestServer server) {
        long turns = 0;
        for (final long count : server.workers().workers().getFirst().counters().batches()) {
            turns += count;
        }
        return turns;
    }

    private static void write(final Socket client, final byte[] bytes) {
        try {
            client.getOutputStream().write(bytes);
        } catch (final IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /** Hands the first channel to the test. */
    @ChannelHandler.Sharable
    private static final class Capture extends ChannelInboundHandlerAdapter {

        private final CompletableFuture<Channel> channel;

        Capture(final CompletableFuture<Channel> channel) {
            this.channel = channel;
        }

        @Override
        public void channelActive(final ChannelHandlerContext context) {
            channel.complete(context.channel());
        }
    }
}
