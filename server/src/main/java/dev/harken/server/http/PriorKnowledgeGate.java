package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;

import java.util.List;

/**
 * Tells HTTP/2 with prior knowledge from HTTP/1 by the client's preface (RFC 9113 section 3.4), on
 * a plain address that offers both.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that fails says so to its handlers
final class PriorKnowledgeGate extends ByteToMessageDecoder implements OpenConnection {
    /** As much of the preface as no HTTP/1 request starts with. */
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n".getBytes(US_ASCII);

    private final ClientConnection connection;
    private final DeadlineWheel.Entry deadline = new DeadlineWheel.Entry(this);

    PriorKnowledgeGate(final ClientConnection connection) {
        this.connection = connection;
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
        final int known = Math.min(in.readableBytes(), PREFACE.length);
        boolean preface = true;
        for (int i = 0; i < known && preface; i++) {
            preface = in.getByte(in.readerIndex() + i) == PREFACE[i];
        }
        if (preface && known < PREFACE.length) {
            return;
        }
        final ChannelPipeline pipeline = context.pipeline();
        if (preface) {
            Http2Connection.install(pipeline, connection);
        } else {
            HttpInitializer.http1(pipeline, connection, false);
        }
        pipeline.remove(this);
    }
}
