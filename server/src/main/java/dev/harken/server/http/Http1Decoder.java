package dev.harken.server.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.util.ReferenceCountUtil;

import java.util.List;

/**
 * Netty's request decoder, made to stop between two requests: while an answer is on its way, what
 * the client sent ahead stays undecoded, so that a pipelining client can't make us hold more than
 * one read of it. Worker thread only.
 */
final class Http1Decoder extends HttpRequestDecoder {
    /** nginx's {@code large_client_header_buffers 4 8k}: no line longer than one of them. */
    private static final int MAX_LINE_BYTES = 8 * 1024;

    private static final int MAX_HEADER_BYTES = 4 * MAX_LINE_BYTES;
    private static final int MAX_CHUNK_BYTES = 64 * 1024;

    private boolean paused;
    private boolean discarding;
    private boolean holding;
    private long consumedBytes;

    Http1Decoder() {
        super(
                new HttpDecoderConfig()
                        .setMaxInitialLineLength(MAX_LINE_BYTES)
                        .setMaxHeaderSize(MAX_HEADER_BYTES)
                        .setMaxChunkSize(MAX_CHUNK_BYTES)
                        // nginx takes a bare line feed, and so do people with a raw connection.
                        .setStrictLineParsing(false)
                        .setAllowDuplicateContentLengths(false));
    }

    /** Leaves what comes undecoded until {@link #resume}. */
    void pause() {
        paused = true;
    }

    /** Decodes what came meanwhile. */
    void resume(final ChannelHandlerContext context) throws Exception {
        paused = false;
        channelRead(context, Unpooled.EMPTY_BUFFER);
        channelReadComplete(context);
    }

    /** Throws everything away from now on. */
    void discard() {
        discarding = true;
    }

    /** Returns whether part of a message is waiting for the rest. */
    boolean holding() {
        return holding;
    }

    /** Returns the bytes decoded since the last call. */
    long takeConsumedBytes() {
        final long taken = consumedBytes;
        consumedBytes = 0;
        return taken;
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message)
            throws Exception {
        if (discarding) {
            ReferenceCountUtil.release(message);
            return;
        }
        super.channelRead(context, message);
    }

    @Override
    protected void decode(
            final ChannelHandlerContext context, final ByteBuf in, final List<Object> out)
            throws Exception {
        if (discarding) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (paused) {
            return;
        }
        final int before = in.readableBytes();
        super.decode(context, in, out);
        consumedBytes += before - in.readableBytes();
        holding = out.isEmpty();
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(final HttpMessage message) {
        throw new IllegalArgumentException(
                "client sent \"Content-Length\" and \"Transfer-Encoding\" headers at the same"
                        + " time");
    }
}
