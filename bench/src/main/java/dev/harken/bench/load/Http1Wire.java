package dev.harken.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;

import org.jspecify.annotations.Nullable;

/** HTTP/1.1, one request at a time. */
final class Http1Wire extends ChannelInboundHandlerAdapter implements Wire {

    private static final int LEAST_FINAL_STATUS = 200;

    private final Link link;
    private final ByteBuf request;

    private @Nullable Call call;
    private int status;
    private boolean keepAlive;

    /**
     * The wire of a connection.
     *
     * @param request the complete request, not consumed
     */
    Http1Wire(final Link link, final ByteBuf request) {
        this.link = link;
        this.request = request;
    }

    @Override
    public void connected() {
        link.ready();
    }

    @Override
    public void send(final Call next) {
        call = next;
        link.write(request.duplicate());
    }

    @Override
    public void abandon(final Call late) {
        link.broke(ErrorClass.TIMEOUT);
    }

    void bytesCame(final int count) {
        link.received(count);
        if (call != null) {
            call.replyBegins();
        }
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) {
        if (message instanceof final HttpResponse response) {
            if (response.decoderResult().isFailure() || call == null) {
                link.broke(ErrorClass.BAD_REPLY);
                return;
            }
            status = response.status().code();
            keepAlive = HttpUtil.isKeepAlive(response);
        }
        if (message instanceof final HttpContent content) {
            content.release();
            if (content.decoderResult().isFailure()) {
                link.broke(ErrorClass.BAD_REPLY);
            } else if (content instanceof LastHttpContent && status >= LEAST_FINAL_STATUS) {
                finish();
            }
        }
    }

    private void finish() {
        final Call finished = call;
        call = null;
        if (finished != null) {
            link.replied(finished, status, keepAlive);
        }
    }
}
