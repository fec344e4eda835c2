package dev.harken.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponseDecoder;

/** Netty's decoder, which also tells when bytes come and knows that a reply to HEAD has no body. */
final class Http1Decoder extends HttpResponseDecoder {

    private static final int MOST_LINE_BYTES = 16 << 10;
    private static final int MOST_HEADER_BYTES = 256 << 10;

    private final Http1Wire wire;
    private final boolean headOnly;

    Http1Decoder(final Http1Wire wire, final boolean headOnly) {
        super(
                new HttpDecoderConfig()
                        .setMaxInitialLineLength(MOST_LINE_BYTES)
                        .setMaxHeaderSize(MOST_HEADER_BYTES)
                        .setMaxChunkSize(Integer.MAX_VALUE)
                        .setValidateHeaders(false));
        this.wire = wire;
        this.headOnly = headOnly;
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message)
            throws Exception {
        wire.bytesCame(((ByteBuf) message).readableBytes());
        super.channelRead(context, message);
    }

    @Override
    protected boolean isContentAlwaysEmpty(final HttpMessage message) {
        return headOnly || super.isContentAlwaysEmpty(message);
    }
}
