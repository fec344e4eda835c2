package dev.harken.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import org.jspecify.annotations.Nullable;

/** Sends bytes and expects them back. */
final class EchoWire extends ChannelInboundHandlerAdapter implements Wire {

    private final Link link;
    private final ByteBuf payload;

    private @Nullable Call call;
    private int received;

    EchoWire(final Link link, final ByteBuf payload) {
        this.link = link;
        this.payload = payload;
    }

    @Override
    public void connected() {
        link.ready();
    }

    @Override
    public void send(final Call next) {
        call = next;
        received = 0;
        if (payload.readableBytes() == 0) {
            finish(next);
        } else {
            link.write(payload.duplicate());
        }
    }

    @Override
    public void abandon(final Call late) {
        link.broke(ErrorClass.TIMEOUT);
    }

    @Override
    public void channelRead(final ChannelHandlerContext context, final Object message) {
        final ByteBuf bytes = (ByteBuf) message;
        try {
            accept(bytes);
        } finally {
            bytes.release();
        }
    }

    private void accept(final ByteBuf bytes) {
        final int count = bytes.readableBytes();
        link.received(count);
        final Call current = call;
        if (current == null
                || received + count > payload.readableBytes()
                || !ByteBufUtil.equals(
                        payload,
                        payload.readerIndex() + received,
                        bytes,
                        bytes.readerIndex(),
                        count)) {
            link.broke(ErrorClass.BAD_REPLY);
            return;
        }
        current.replyBegins();
        received += count;
        if (received == payload.readableBytes()) {
            finish(current);
        }
    }

    private void finish(final Call finished) {
        call = null;
        finished.replyBegins();
        link.replied(finished, 0, true);
    }
}
