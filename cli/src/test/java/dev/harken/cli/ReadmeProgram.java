package dev.harken.cli;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.harken.listen.ListenConfig;
import dev.harken.listen.ListenerGroup;
import dev.harken.netty.AcceptStrategy;
import dev.harken.netty.Workers;

import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;

/** The program of README.md. */
final class ReadmeProgram {
    private ReadmeProgram() {}

    public static void main(final String[] args) throws IOException {
        // README begins
        ChannelInitializer<Channel> connection =
                new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(final Channel channel) {
                        channel.pipeline().addLast(new Greeter());
                    }
                };
        try (ListenerGroup group = ListenConfig.tcp("127.0.0.1:0").shards(4).build().open();
                Workers workers = Workers.builder().count(4).build()) {
            workers.serve(group, AcceptStrategy.reuseport(), connection);
            System.out.println(group.report());
            greetMyself(group.localAddress());
        }
        // README ends
    }

    private static void greetMyself(final SocketAddress address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect((InetSocketAddress) address);
            System.out.print(new String(socket.getInputStream().readAllBytes(), US_ASCII));
        }
    }

    private static final class Greeter extends ChannelInboundHandlerAdapter {
        @Override
        public void channelActive(final ChannelHandlerContext context) {
            context.writeAndFlush(Unpooled.copiedBuffer("hello\n", US_ASCII))
                    .addListener(ChannelFutureListener.CLOSE);
        }
    }
}
