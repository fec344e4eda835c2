package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.listen.ListenConfig;
import dev.harken.listen.ListenerGroup;
import dev.harken.testkit.LeakExtension;
import dev.harken.testkit.Require;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.uring.IoUring;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

final class ReceiveRingLinuxTest {

    @RegisterExtension static final LeakExtension LEAKS = TestServer.leaks();

    private static final int CONNECTIONS = 16;

    private static final int BYTES_EACH = 1 << 17;

    @Test
    void everythingArrivesInOrderWhenItOutgrowsTheRingAndIsKept() throws Exception {
        Require.that(IoUring.isAvailable(), "io_uring: " + IoUring.unavailabilityCause());
        try (ListenerGroup group = ListenConfig.tcp("127.0.0.1:0").build().open();
                Workers workers =
                        Workers.builder().count(1).transport(TransportPreference.IO_URING).build();
                ExecutorService clients = Executors.newFixedThreadPool(CONNECTIONS)) {
            workers.serve(group, AcceptStrategy.reuseport(), new KeeperInitializer());
            final InetSocketAddress address = (InetSocketAddress) group.localAddress();
            final List<Future<byte[]>> answers = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                final byte[] sent = bytes(i);
                answers.add(clients.submit(() -> exchange(address, sent)));
            }
            for (int i = 0; i < CONNECTIONS; i++) {
                assertThat(answers.get(i).get()).isEqualTo(bytes(i));
            }
        }
    }

    private static byte[] exchange(final InetSocketAddress address, final byte[] sent)
            throws IOException {
        try (Socket socket = new Socket(address.getAddress(), address.getPort())) {
            socket.getOutputStream().write(sent);
            return socket.getInputStream().readAllBytes();
        }
    }

    private static byte[] bytes(final int seed) {
        final byte[] bytes = new byte[BYTES_EACH];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static final class KeeperInitializer extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(final Channel channel) {
            channel.pipeline().addLast(new Keeper());
        }
    }

    /** Keeps what it receives until it is complete, then sends it back and closes. */
    private static final class Keeper extends ChannelInboundHandlerAdapter {

        private final List<ByteBuf> kept = new ArrayList<>();
        private int bytes;

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object message) {
            final ByteBuf piece = (ByteBuf) message;
            bytes += piece.readableBytes();
            kept.add(piece);
            if (bytes == BYTES_EACH) {
                kept.subList(0, kept.size() - 1)
                        .forEach(buffer -> context.write(buffer, context.voidPromise()));
                context.writeAndFlush(kept.getLast()).addListener(ChannelFutureListener.CLOSE);
            }
        }
    }
}
