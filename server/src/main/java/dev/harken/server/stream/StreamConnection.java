package dev.harken.server.stream;

import dev.harken.conf.LogLevel;
import dev.harken.server.text.Addresses;
import dev.harken.server.tls.TlsSession;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.ssl.SniCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;

/**
 * One TCP client of a stream server: is told the text, after the handshake where there is one, and
 * the connection is closed. Worker thread only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that fails says so to its handlers
final class StreamConnection extends ChannelInboundHandlerAdapter {
    private final StreamServer server;
    private final StreamWorker worker;
    private final StreamSession session;
    private boolean answered;

    StreamConnection(
            final StreamServer server, final StreamWorker worker, final StreamSession session) {
        this.server = server;
        this.worker = worker;
        this.session = session;
    }

    @Override
    public void channelActive(final ChannelHandlerContext context) {
        if (server.tls() == null) {
            answer(context);
        }
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) {
        if (message instanceof ByteBuf bytes) {
            session.bytesReceived += bytes.readableBytes();
        }
        ReferenceCountUtil.release(message);
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext context, final Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                session.tls = TlsSession.of(context.pipeline().get(SslHandler.class));
                answer(context);
            } else {
                fail(context, TlsSession.failure(handshake.cause()));
            }
        } else if (event instanceof ChannelInputShutdownEvent && !answered) {
            fail(context, "client left during the SSL handshake");
        } else if (!(event instanceof SniCompletionEvent)) {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void channelInactive(final ChannelHandlerContext context) {
        worker.logAccess(server, session);
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
        fail(context, cause.toString());
    }

    private void answer(final ChannelHandlerContext context) {
        if (answered) {
            return;
        }
        answered = true;
        final byte[] text = worker.answer(server, session);
        context.writeAndFlush(Unpooled.wrappedBuffer(text))
                .addListener(
                        (ChannelFuture sent) -> {
                            if (sent.isSuccess()) {
                                session.bytesSent += text.length;
                            }
                            context.close();
                        });
    }

    private void fail(final ChannelHandlerContext context, final String reason) {
        session.status = StreamSession.INTERNAL_ERROR;
        server.errorLog()
                .log(
                        LogLevel.INFO,
                        session.number,
                        reason + ", client: " + Addresses.host(session.remote));
        context.close();
    }
}
