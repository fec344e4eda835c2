package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.harken.conf.LogLevel;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.channel.socket.DuplexChannel;
import io.netty.handler.codec.PrematureChannelClosureException;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.util.ReferenceCountUtil;

import org.jspecify.annotations.Nullable;

/**
 * One HTTP/1 connection: takes decoded requests, writes encoded answers, keeps their order.
 *
 * <p>An answer in memory is written at once and flushed when the read is over, so that pipelined
 * requests share a system call. While a file is on its way, or the client does not take what it
 * asked for, the decoder is paused. Worker thread only.
 */
@SuppressWarnings("FutureReturnValueIgnored") // a channel that fails says so to its handlers
final class Http1Connection extends ChannelInboundHandlerAdapter
        implements OpenConnection, FileSender.Owner {
    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(US_ASCII);

    private final ClientConnection connection;
    private final HttpWorker worker;
    private final Http1Decoder decoder;
    private final DeadlineWheel.Entry deadline = new DeadlineWheel.Entry(this);
    private final Router router;
    private final Exchange exchange;
    private final boolean plainToTls;

    private @Nullable ChannelHandlerContext context;
    private @Nullable FileSender sender;
    private Phase phase = Phase.READING;
    private boolean paused;
    private boolean bodyOpen;
    private long bodyBytes;
    private boolean keepAlive;
    private boolean closeWanted;
    private boolean closing;
    private boolean lingering;
    private boolean inputEnded;
    private boolean flushNeeded;

    /**
     * Takes over a connection.
     *
     * @param plainToTls whether every request is refused because TLS was expected
     */
    Http1Connection(
            final ClientConnection connection,
            final Http1Decoder decoder,
            final boolean plainToTls) {
        this.connection = connection;
        this.worker = connection.worker;
        this.decoder = decoder;
        this.plainToTls = plainToTls;
        this.router = new Router(connection);
        this.exchange = router.newExchange();
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
        if (sender != null) {
            sender.abandon();
        }
    }

    @Override
    @SuppressWarnings("ReferenceEquality") // there is one object that means an empty end
    public void channelRead(final ChannelHandlerContext at, final Object message) {
        // By falling frequency: the end of a request without body, its head, anything else.
        if (message == LastHttpContent.EMPTY_LAST_CONTENT) {
            onEnd();
        } else if (message instanceof HttpRequest request) {
            onRequest(at, request);
            ReferenceCountUtil.release(message);
        } else if (message instanceof HttpContent content) {
            onContent(at, content);
        }
    }

    @Override
    public void channelReadComplete(final ChannelHandlerContext at) {
        if (closeWanted) {
            // By now it is known whether a body follows the request that was the last.
            closeAfterFlush(at, bodyOpen);
            return;
        }
        if (flushNeeded) {
            flushNeeded = false;
            at.flush();
            if (!at.channel().isWritable() && !closing) {
                pause();
            }
        }
        if (phase == Phase.WAITING) {
            if (decoder.holding()) {
                enter(Phase.READING);
                due(System.nanoTime(), HttpLimits.HEADER_NANOS);
            }
        } else if (bodyOpen && sender == null && !closing) {
            due(System.nanoTime(), HttpLimits.BODY_NANOS);
        }
    }

    @Override
    public void channelWritabilityChanged(final ChannelHandlerContext at) {
        if (at.channel().isWritable() && paused && sender == null) {
            resumeLater(at);
        }
    }

    @Override
    public void userEventTriggered(final ChannelHandlerContext at, final Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            inputEnded = true;
            if (lingering) {
                at.close();
            } else if (sender == null && !paused) {
                closeAfterFlush(at, false);
            }
        }
    }

    @Override
    public void exceptionCaught(final ChannelHandlerContext at, final Throwable cause) {
        router.logFailure(exchange, cause);
        at.close();
    }

    @Override
    public void deadlinePassed() {
        if (context == null) {
            return;
        }
        if (phase == Phase.WAITING && !closing) {
            closeAfterFlush(context, false);
        } else {
            context.close();
        }
    }

    @Override
    public void drain() {
        if (context != null && phase == Phase.WAITING && !decoder.holding()) {
            closeAfterFlush(context, false);
        }
    }

    private void onRequest(final ChannelHandlerContext at, final HttpRequest request) {
        if (closing || closeWanted || !at.channel().isActive()) {
            return;
        }
        final Throwable failure = request.decoderResult().cause();
        if (failure instanceof PrematureChannelClosureException) {
            at.close();
            return;
        }
        begin(request);
        if (failure != null) {
            refuse(at, router.statusOf(failure), failure.toString());
            return;
        }
        if (request.protocolVersion().majorVersion() != 1) {
            refuse(at, 505, "client sent unsupported version");
            return;
        }
        final int refusal = plainToTls ? Statuses.PLAIN_TO_TLS : router.accept(exchange);
        if (refusal != 0) {
            refuse(at, refusal, "");
            return;
        }
        bodyOpen = true;
        bodyBytes = 0;
        keepAlive = !inputEnded && ConnectionWishes.keepAlive(request, exchange);
        if (router.bodyTooLarge(exchange)) {
            refuse(at, 413, "client intended to send too large body");
            return;
        }
        if (ConnectionWishes.continueFirst(request)) {
            write(at, Unpooled.wrappedBuffer(CONTINUE));
        }
        answer(at, router.answer(exchange));
    }

    private void begin(final HttpRequest request) {
        final Exchange next = exchange;
        next.method = request.method().name();
        next.target = request.uri();
        next.protocol = request.protocolVersion().text();
        next.headers = request.headers();
        next.startNanos = System.nanoTime();
        next.requestBytes = decoder.takeConsumedBytes();
        next.status = 0;
        next.bytesSent = 0;
        next.bodyBytesSent = 0;
        next.response = null;
        next.pipelined = flushNeeded;
        connection.requestCount++;
        worker.counters().request();
        enter(Phase.WRITING);
    }

    private void onEnd() {
        if (bodyOpen) {
            bodyOpen = false;
            if (sender == null && !closeWanted && !closing) {
                enterWaiting();
            }
        }
    }

    private void onContent(final ChannelHandlerContext at, final HttpContent content) {
        final int length = content.content().readableBytes();
        final boolean broken = content.decoderResult().isFailure();
        ReferenceCountUtil.release(content);
        if (!bodyOpen) {
            return;
        }
        bodyBytes += length;
        if (content instanceof LastHttpContent && !broken) {
            onEnd();
        } else if (broken || bodyBytes > HttpLimits.BODY_BYTES) {
            // The answer is out already, or on its way: the rest can't be told apart from it.
            closeAfterFlush(at, true);
        }
    }

    /** Answers with an error page and closes, telling the client before the connection breaks. */
    private void refuse(final ChannelHandlerContext at, final int status, final String reason) {
        if (!reason.isEmpty()) {
            router.log(exchange, LogLevel.INFO, reason);
        }
        keepAlive = false;
        bodyOpen = true;
        answer(at, exchange.settings.errorPages().page(status));
    }

    private void answer(final ChannelHandlerContext at, final Response response) {
        exchange.status = response.status();
        exchange.response = response;
        if (response.status() == Statuses.CLOSE) {
            finish();
            closeAfterFlush(at, false);
            return;
        }
        keepAlive &= !Statuses.endsConnection(response.status()) && !worker.draining();
        final ByteBuf head = worker.encoder().encode(at.alloc(), exchange, response, keepAlive);
        write(at, head);
        final boolean complete =
                exchange.head()
                        || exchange.bodyBytesSent == response.length()
                        || response.bodiless();
        if (complete) {
            FileSender.close(response);
            finish();
            afterAnswer(at);
            return;
        }
        pause();
        due(exchange.startNanos, HttpLimits.SEND_NANOS);
        at.flush();
        sender =
                new FileSender(
                        this,
                        at,
                        exchange,
                        response,
                        FileSender.Framing.NONE,
                        connection.tls != null);
        sender.start();
    }

    @Override
    public void sendProgressed() {
        due(System.nanoTime(), HttpLimits.SEND_NANOS);
    }

    @Override
    public void sendFinished(final boolean complete) {
        sender = null;
        final ChannelHandlerContext at = context;
        finish();
        if (at == null) {
            return;
        }
        if (!complete) {
            at.close();
            return;
        }
        afterAnswer(at);
        if (closeWanted) {
            closeAfterFlush(at, bodyOpen);
        } else {
            resumeLater(at);
        }
    }

    private void finish() {
        worker.logAccess(exchange);
    }

    private void afterAnswer(final ChannelHandlerContext at) {
        if (!keepAlive || worker.draining()) {
            closeWanted = true;
        } else if (!bodyOpen) {
            enterWaiting();
        }
        if (!closeWanted && !at.channel().isWritable()) {
            pause();
        }
    }

    private void enterWaiting() {
        enter(Phase.WAITING);
        due(exchange.startNanos, exchange.settings.keepaliveNanos());
    }

    private void enter(final Phase next) {
        if (phase != next) {
            worker.counters().moved(phase, next);
            phase = next;
        }
    }

    private void due(final long nowNanos, final long inNanos) {
        worker.wheel().move(deadline, nowNanos, inNanos);
    }

    private void write(final ChannelHandlerContext at, final ByteBuf bytes) {
        // TLS needs a real promise to cut what is written into records.
        at.write(bytes, connection.tls == null ? at.voidPromise() : at.newPromise());
        flushNeeded = true;
    }

    private void closeAfterFlush(final ChannelHandlerContext at, final boolean unreadInput) {
        if (closing) {
            return;
        }
        closing = true;
        decoder.discard();
        if (paused) {
            paused = false;
            at.channel().config().setAutoRead(true);
        }
        due(System.nanoTime(), HttpLimits.SEND_NANOS);
        final ChannelPromise flushed = at.newPromise();
        // Closing before the last bytes have left would throw them away.
        flushed.addListener(_ -> endOutput(at, unreadInput));
        at.writeAndFlush(Unpooled.EMPTY_BUFFER, flushed);
    }

    /**
     * Ends our half of the connection first when the client may still be sending: a close now would
     * answer its bytes with a reset, which can destroy the response on its way.
     */
    private void endOutput(final ChannelHandlerContext at, final boolean unreadInput) {
        if (unreadInput
                && !inputEnded
                && !lingering
                && connection.tls == null
                && at.channel() instanceof DuplexChannel duplex
                && duplex.isActive()) {
            lingering = true;
            duplex.shutdownOutput();
            due(System.nanoTime(), HttpLimits.LINGER_NANOS);
        } else {
            at.close();
        }
    }

    private void pause() {
        if (!paused) {
            paused = true;
            decoder.pause();
            if (context != null) {
                context.channel().config().setAutoRead(false);
            }
        }
    }

    /** Resumes in a turn of its own, because the decoder may be on the stack below. */
    private void resumeLater(final ChannelHandlerContext at) {
        at.executor().execute(() -> resume(at));
    }

    private void resume(final ChannelHandlerContext at) {
        if (!paused || sender != null || closing || !at.channel().isWritable()) {
            return;
        }
        paused = false;
        try {
            decoder.resume(at.pipeline().context(decoder));
        } catch (final Exception e) {
            exceptionCaught(at, e);
            return;
        }
        if (!paused && !closing) {
            if (inputEnded) {
                closeAfterFlush(at, false);
            } else {
                at.channel().config().setAutoRead(true);
            }
        }
    }
}
