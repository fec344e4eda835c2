package dev.harken.server.http;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2CodecUtil;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.ReferenceCountUtil;

import org.jspecify.annotations.Nullable;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One HTTP/2 connection (RFC 9113): one handler for all its streams, above Netty's frame codec,
 * which has flow control, header compression and the defences against floods of control frames.
 *
 * <p>A request is answered when its header block is complete; a body that follows is read and
 * thrown away up to the limit. Worker thread only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that fails says so to its handlers
final class Http2Connection extends ChannelInboundHandlerAdapter implements OpenConnection {
    /** nginx's {@code http2_max_concurrent_streams}. */
    private static final int MAX_STREAMS = 128;

    private static final int MAX_HEADER_BYTES = 32 * 1024;

    private final ClientConnection connection;
    private final HttpWorker worker;
    private final Router router;
    private final DeadlineWheel.Entry deadline = new DeadlineWheel.Entry(this);
    private final Map<Http2FrameStream, Stream> streams = new HashMap<>();
    private @Nullable ChannelHandlerContext context;
    private Phase phase = Phase.READING;
    private Settings settings;
    private boolean closing;

    private Http2Connection(final ClientConnection connection) {
        this.connection = connection;
        this.worker = connection.worker;
        this.router = new Router(connection);
        this.settings = router.newExchange().settings;
    }

    /** Adds the handlers of HTTP/2; the client's preface comes next. */
    static void install(final ChannelPipeline pipeline, final ClientConnection connection) {
        final Http2FrameCodec codec =
                Http2FrameCodecBuilder.forServer()
                        .initialSettings(
                                Http2Settings.defaultSettings()
                                        .maxConcurrentStreams(MAX_STREAMS)
                                        .maxHeaderListSize(MAX_HEADER_BYTES))
                        .build();
        pipeline.addLast(codec, new Http2Connection(connection));
    }

    @Override
    public void handlerAdded(final ChannelHandlerContext added) {
        context = added;
        worker.counters().opened();
        worker.wheel().add(deadline, HttpLimits.HEADER_NANOS);
    }

    @Override
    public void handlerRemoved(final ChannelHandlerContext removed) {
        if (context == null) {
            return;
        }
        context = null;
        worker.wheel().remove(deadline);
        worker.counters().closed(phase);
        List.copyOf(streams.values()).forEach(Stream::abandon);
        streams.clear();
    }

    @Override
    public void channelRead(final ChannelHandlerContext at, final Object message) {
        try {
            switch (message) {
                case Http2HeadersFrame headers -> onHeaders(at, headers);
                case Http2DataFrame data -> onData(at, data);
                case Http2ResetFrame reset -> end(reset.stream());
                default -> {
                    // Settings, pings and window updates: the codec has acted on them.
                }
            }
        } finally {
            ReferenceCountUtil.release(message);
        }
    }

    @Override
    public void channelReadComplete(final ChannelHandlerContext at) {
        at.flush();
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext at, final Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            goAway(at);
        }
        // Stream states and handshakes: nothing here depends on them.
        ReferenceCountUtil.release(event);
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext at, final Throwable cause) {
        if (cause instanceof Http2FrameStreamException failure) {
            at.writeAndFlush(new DefaultHttp2ResetFrame(failure.error()).stream(failure.stream()));
            end(failure.stream());
            return;
        }
        router.logFailure(router.newExchange(), cause);
        if (Http2CodecUtil.getEmbeddedHttp2Exception(cause) == null) {
            at.close();
        }
        // Otherwise the codec names the error in GOAWAY and closes; a close now would cut that off.
    }

    @Override
    public void deadlinePassed() {
        if (context != null) {
            context.close();
        }
    }

    @Override
    public void drain() {
        if (context != null) {
            goAway(context);
        }
    }

    private void onHeaders(final ChannelHandlerContext at, final Http2HeadersFrame frame) {
        final Http2FrameStream id = frame.stream();
        if (streams.containsKey(id)) {
            // Trailers.
            if (frame.isEndStream()) {
                streams.get(id).requestEnded = true;
                endIfDone(id);
            }
            return;
        }
        connection.requestCount++;
        worker.counters().request();
        final Exchange exchange = router.newExchange();
        final Stream stream = new Stream(id, exchange);
        stream.requestEnded = frame.isEndStream();
        streams.put(id, stream);
        enter(Phase.WRITING);
        answer(at, stream, respond(frame, exchange));
        if (connection.requestCount >= exchange.settings.keepaliveRequests() || worker.draining()) {
            goAway(at);
        }
    }

    private Response respond(final Http2HeadersFrame frame, final Exchange exchange) {
        exchange.startNanos = System.nanoTime();
        if (!Http2Heads.fill(frame.headers(), exchange)) {
            return exchange.settings.errorPages().page(400);
        }
        final int refusal = router.accept(exchange);
        if (refusal != 0) {
            return exchange.settings.errorPages().page(refusal);
        }
        if (router.bodyTooLarge(exchange)) {
            return exchange.settings.errorPages().page(413);
        }
        return router.answer(exchange);
    }

    private void answer(
            final ChannelHandlerContext at, final Stream stream, final Response response) {
        final Exchange exchange = stream.exchange;
        settings = exchange.settings;
        exchange.status = response.status();
        exchange.response = response;
        if (response.status() == Statuses.CLOSE) {
            worker.logAccess(exchange);
            at.close();
            return;
        }
        final boolean empty = exchange.head() || response.bodiless() || response.length() == 0;
        final DefaultHttp2HeadersFrame head =
                new DefaultHttp2HeadersFrame(Http2Heads.of(exchange, response), empty);
        at.write(head.stream(stream.id));
        if (empty) {
            FileSender.close(response);
            stream.finish();
            return;
        }
        if (response.body().size() == 1
                && response.body().getFirst() instanceof Response.Bytes(final byte[] bytes)) {
            at.write(
                    new DefaultHttp2DataFrame(Unpooled.wrappedBuffer(bytes), true)
                            .stream(stream.id));
            exchange.bodyBytesSent = bytes.length;
            exchange.bytesSent = bytes.length;
            stream.finish();
            return;
        }
        stream.send(at, response);
    }

    private void onData(final ChannelHandlerContext at, final Http2DataFrame frame) {
        final Stream stream = streams.get(frame.stream());
        if (frame.initialFlowControlledBytes() > 0) {
            at.write(
                    new DefaultHttp2WindowUpdateFrame(frame.initialFlowControlledBytes())
                            .stream(frame.stream()));
        }
        if (stream == null) {
            return;
        }
        stream.bodyBytes += frame.content().readableBytes();
        if (stream.bodyBytes > HttpLimits.BODY_BYTES) {
            at.write(new DefaultHttp2ResetFrame(Http2Error.NO_ERROR).stream(frame.stream()));
            end(frame.stream());
        } else if (frame.isEndStream()) {
            stream.requestEnded = true;
            endIfDone(frame.stream());
        }
    }

    private void goAway(final ChannelHandlerContext at) {
        if (!closing) {
            closing = true;
            // The codec says GOAWAY and closes when the last stream has ended.
            at.close();
        }
    }

    private void endIfDone(final Http2FrameStream id) {
        final Stream stream = streams.get(id);
        if (stream != null && stream.requestEnded && stream.answered) {
            end(id);
        }
    }

    private void end(final Http2FrameStream id) {
        final Stream stream = streams.remove(id);
        if (stream != null) {
            stream.abandon();
        }
        if (streams.isEmpty() && context != null) {
            enter(Phase.WAITING);
        }
    }

    private void enter(final Phase next) {
        if (phase != next) {
            worker.counters().moved(phase, next);
            phase = next;
        }
        worker.wheel()
                .move(
                        deadline,
                        System.nanoTime(),
                        next == Phase.WAITING
                                ? Math.max(1, settings.keepaliveNanos())
                                : HttpLimits.SEND_NANOS);
    }

    /** One stream and its answer. */
    private final class Stream implements FileSender.Owner {
        final Http2FrameStream id;
        final Exchange exchange;
        boolean requestEnded;
        boolean answered;
        long bodyBytes;
        private @Nullable FileSender sender;

        Stream(final Http2FrameStream id, final Exchange exchange) {
            this.id = id;
            this.exchange = exchange;
        }

        void send(final ChannelHandlerContext at, final Response response) {
            sender =
                    new FileSender(
                            this,
                            at,
                            exchange,
                            response,
                            (bytes, last) -> new DefaultHttp2DataFrame(bytes, last).stream(id),
                            true);
            sender.start();
        }

        void abandon() {
            if (sender != null) {
                sender.abandon();
            }
        }

        void finish() {
            answered = true;
            worker.logAccess(exchange);
            endIfDone(id);
        }

        @Override
        public void sendProgressed() {
            enter(Phase.WRITING);
        }

        @Override
        public void sendFinished(final boolean complete) {
            sender = null;
            final ChannelHandlerContext at = context;
            if (!complete && at != null && streams.containsKey(id)) {
                at.writeAndFlush(new DefaultHttp2ResetFrame(Http2Error.INTERNAL_ERROR).stream(id));
                requestEnded = true;
            }
            finish();
        }
    }
}
