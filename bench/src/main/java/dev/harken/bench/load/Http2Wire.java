package dev.harken.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2ConnectionHandler;
import io.netty.handler.codec.http2.Http2ConnectionHandlerBuilder;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameAdapter;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.collection.IntObjectHashMap;

import org.jspecify.annotations.Nullable;

/** HTTP/2, several requests at a time; RFC 9113. */
final class Http2Wire extends Http2FrameAdapter implements Wire {

    private static final int LEAST_FINAL_STATUS = 200;
    private static final int WINDOW_BYTES = 1 << 20;

    /** Stream numbers end at 2³¹ − 1; a connection that comes near is replaced. */
    private static final int LAST_STREAM = Integer.MAX_VALUE - 1024;

    private final Link link;
    private final Http2Headers request;
    private final ByteBuf body;
    private final Http2ConnectionHandler handler;
    private final IntObjectHashMap<Stream> streams = new IntObjectHashMap<>();

    private boolean settled;
    private boolean inRead;

    /**
     * The wire of a connection.
     *
     * @param request pseudo-headers and headers, not changed
     * @param body not consumed
     */
    Http2Wire(final Link link, final Http2Headers request, final ByteBuf body) {
        this.link = link;
        this.request = request;
        this.body = body;
        this.handler =
                new Http2ConnectionHandlerBuilder()
                        .server(false)
                        .frameListener(this)
                        .initialSettings(
                                Http2Settings.defaultSettings()
                                        .pushEnabled(false)
                                        .initialWindowSize(WINDOW_BYTES))
                        .encoderEnforceMaxConcurrentStreams(true)
                        .decoderEnforceMaxConsecutiveEmptyDataFrames(0)
                        .validateHeaders(false)
                        .gracefulShutdownTimeoutMillis(0)
                        .build();
    }

    Http2ConnectionHandler handler() {
        return handler;
    }

    /** The server's SETTINGS make the connection ready: they say how many streams it takes. */
    @Override
    public void connected() {
        if (settled) {
            link.ready();
        }
    }

    @Override
    public void send(final Call call) {
        final ChannelHandlerContext context = link.context(handler);
        final int number = handler.connection().local().incrementAndGetNextStreamId();
        streams.put(number, new Stream(call));
        final boolean bodiless = body.readableBytes() == 0;
        final var _ =
                handler.encoder()
                        .writeHeaders(context, number, request, 0, bodiless, context.newPromise());
        if (!bodiless) {
            final var _ =
                    handler.encoder()
                            .writeData(
                                    context,
                                    number,
                                    body.retainedDuplicate(),
                                    0,
                                    true,
                                    context.newPromise());
        }
        if (!inRead) {
            context.flush();
        }
        if (number >= LAST_STREAM) {
            link.retire();
        }
    }

    @Override
    public void abandon(final Call late) {
        for (final var entry : streams.entries()) {
            if (entry.value().call == late) {
                cancel(entry.key());
                return;
            }
        }
    }

    @Override
    public void onSettingsRead(final ChannelHandlerContext context, final Http2Settings settings) {
        if (!settled) {
            settled = true;
            inRead = true;
            link.ready();
            inRead = false;
        }
    }

    @Override
    public void onHeadersRead(
            final ChannelHandlerContext context,
            final int number,
            final Http2Headers headers,
            final int padding,
            final boolean ends) {
        final Stream stream = streams.get(number);
        if (stream == null) {
            return;
        }
        stream.call.replyBegins();
        final int status = status(headers);
        if (status < 0) {
            link.broke(ErrorClass.BAD_REPLY);
            return;
        }
        if (status >= LEAST_FINAL_STATUS) {
            stream.status = status;
        }
        if (ends) {
            finish(number, stream);
        }
    }

    @Override
    public void onHeadersRead(
            final ChannelHandlerContext context,
            final int number,
            final Http2Headers headers,
            final int dependency,
            final short weight,
            final boolean exclusive,
            final int padding,
            final boolean ends) {
        onHeadersRead(context, number, headers, padding, ends);
    }

    @Override
    public int onDataRead(
            final ChannelHandlerContext context,
            final int number,
            final ByteBuf data,
            final int padding,
            final boolean ends) {
        final int count = data.readableBytes() + padding;
        link.received(count);
        final Stream stream = streams.get(number);
        if (stream != null && ends) {
            finish(number, stream);
        }
        return count;
    }

    @Override
    public void onRstStreamRead(
            final ChannelHandlerContext context, final int number, final long errorCode) {
        final Stream stream = streams.remove(number);
        if (stream != null) {
            inRead = true;
            link.failed(stream.call, ErrorClass.RESET);
            inRead = false;
        }
    }

    /** Streams after the last one the server will look at have no reply to wait for. */
    @Override
    public void onGoAwayRead(
            final ChannelHandlerContext context,
            final int lastNumber,
            final long errorCode,
            final ByteBuf debugData) {
        link.retire();
        for (final int number : streams.keySet().stream().mapToInt(Integer::intValue).toArray()) {
            final Stream stream = number > lastNumber ? streams.remove(number) : null;
            if (stream != null) {
                link.failed(stream.call, ErrorClass.EMPTY_REPLY);
            }
        }
    }

    private void cancel(final int number) {
        final Stream stream = streams.remove(number);
        final ChannelHandlerContext context = link.context(handler);
        final var _ =
                handler.resetStream(
                        context, number, Http2Error.CANCEL.code(), context.newPromise());
        context.flush();
        if (stream != null) {
            link.failed(stream.call, ErrorClass.TIMEOUT);
        }
    }

    private void finish(final int number, final Stream stream) {
        streams.remove(number);
        inRead = true;
        link.replied(stream.call, stream.status, true);
        inRead = false;
    }

    /** The status; 0 in trailers, which have none; -1 for what is no number. */
    private static int status(final Http2Headers headers) {
        final @Nullable CharSequence text = headers.status();
        if (text == null) {
            return 0;
        }
        try {
            return Integer.parseInt(text, 0, text.length(), 10);
        } catch (final NumberFormatException notNumber) {
            return -1;
        }
    }

    /** A request and what is known of its reply. */
    private static final class Stream {
        private final Call call;
        private int status;

        private Stream(final Call call) {
            this.call = call;
        }
    }
}
