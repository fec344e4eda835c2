package dev.harken.server.http;

import dev.harken.conf.LogLevel;
import dev.harken.server.tls.TlsSession;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.SniCompletionEvent;
import io.netty.handler.ssl.SniHandler;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;

import org.jspecify.annotations.Nullable;

import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Looks at the first byte of a connection to a TLS address: a handshake goes on as such, anything
 * else is taken for plain HTTP and told so, as nginx does.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that fails says so to its handlers
final class TlsGate extends ByteToMessageDecoder implements OpenConnection {
    private static final int HANDSHAKE_RECORD = 0x16;
    private static final int SSL2_RECORD = 0x80;
    private static final long HANDSHAKE_SECONDS = 60;

    private final ClientConnection connection;
    private final TlsSelection selection;
    private final DeadlineWheel.Entry deadline = new DeadlineWheel.Entry(this);

    TlsGate(final ClientConnection connection, final TlsSelection selection) {
        this.connection = connection;
        this.selection = selection;
    }

    @Override
    public void handlerAdded(final ChannelHandlerContext added) {
        connection.worker.wheel().add(deadline, HttpLimits.HEADER_NANOS);
    }

    @Override
    protected void handlerRemoved0(final ChannelHandlerContext removed) {
        connection.worker.wheel().remove(deadline);
    }

    @Override
    public void deadlinePassed() {
        connection.channel.close();
    }

    @Override
    public void drain() {
        connection.channel.close();
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext context, final Object event)
            throws Exception {
        if (event instanceof ChannelInputShutdownEvent) {
            // The client left before it said what it wants.
            context.close();
            return;
        }
        super.userEventTriggered(context, event);
    }

    @Override
    protected void decode(
            final ChannelHandlerContext context, final ByteBuf in, final List<Object> out) {
        final ChannelPipeline pipeline = context.pipeline();
        final int first = in.getUnsignedByte(in.readerIndex());
        if (first == HANDSHAKE_RECORD || first == SSL2_RECORD) {
            pipeline.addLast(new Selector(selection), new Negotiated(connection));
        } else {
            HttpInitializer.http1(pipeline, connection, true);
        }
        pipeline.remove(this);
    }

    /** Chooses the certificate by the name that the client calls. */
    private static final class Selector extends SniHandler {
        Selector(final TlsSelection selection) {
            super(
                    (String name) -> selection.contexts().find(name == null ? "" : name),
                    0,
                    TimeUnit.SECONDS.toMillis(HANDSHAKE_SECONDS));
        }

        @Override
        protected SslHandler newSslHandler(
                final SslContext context, final ByteBufAllocator allocator) {
            final SslHandler handler = super.newSslHandler(context, allocator);
            handler.setHandshakeTimeout(HANDSHAKE_SECONDS, TimeUnit.SECONDS);
            return handler;
        }
    }

    /** Waits for the end of the handshake and adds the handlers of the protocol it settled. */
    private static final class Negotiated extends ChannelInboundHandlerAdapter {
        private final ClientConnection connection;

        Negotiated(final ClientConnection connection) {
            this.connection = connection;
        }

        @Override
        public void userEventTriggered(final ChannelHandlerContext context, final Object event) {
            switch (event) {
                case SniCompletionEvent _ -> {
                    // The session has the name.
                }
                case SslHandshakeCompletionEvent done when done.isSuccess() -> start(context);
                case SslHandshakeCompletionEvent failed -> {
                    log(failed.cause());
                    context.close();
                }
                case ChannelInputShutdownEvent _ -> context.close();
                default -> context.fireUserEventTriggered(event);
            }
        }

        @Override
        public void exceptionCaught(final ChannelHandlerContext context, final Throwable cause) {
            if (!(cause instanceof DecoderException)) {
                log(cause);
            }
            context.close();
        }

        private void start(final ChannelHandlerContext context) {
            final ChannelPipeline pipeline = context.pipeline();
            final SslHandler handler = pipeline.get(SslHandler.class);
            final TlsSession session = TlsSession.of(handler);
            connection.tls = session;
            if (session.applicationProtocol().equals(ApplicationProtocolNames.HTTP_2)) {
                Http2Connection.install(pipeline, connection);
            } else {
                HttpInitializer.http1(pipeline, connection, false);
            }
            pipeline.remove(this);
        }

        private void log(final @Nullable Throwable cause) {
            connection
                    .endpoint
                    .service(connection)
                    .hosts()
                    .defaultServer()
                    .settings()
                    .errorLog()
                    .log(
                            LogLevel.INFO,
                            connection.number,
                            TlsSession.failure(cause) + ", client: " + connection.remoteAddress());
        }
    }
}
