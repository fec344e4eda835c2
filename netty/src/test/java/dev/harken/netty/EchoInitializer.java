package dev.harken.netty;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.socket.ChannelInputShutdownEvent;

/** Sends back what comes, and ends its side when the client has ended its own. */
final class EchoInitializer extends ChannelInitializer<Channel> {

    @Override
    protected void initChannel(final Channel channel) {
        channel.pipeline().addLast(new Echo());
    }

    private static final class Echo extends ChannelInboundHandlerAdapter {

        @Override
        public void channelRead(final ChannelHandlerContext context, final Object message) {
            context.write(message, context.voidPromise());
        }

        @Override
        public void channelReadComplete(final ChannelHandlerContext context) {
            context.flush();
        }

        @Override
        public void userEventTriggered(final ChannelHandlerContext context, final Object event) {
            if (event instanceof ChannelInputShutdownEvent) {
                context.writeAndFlush(context.alloc().buffer(0))
                        .addListener(ChannelFutureListener.CLOSE);
            }
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
            context.close();
        }
    }
}
