package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.harken.server.http.Response.Header;
import dev.harken.server.text.TextBuffer;
import dev.harken.server.text.WorkerClock;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

import java.util.IdentityHashMap;
import java.util.List;

/**
 * Writes HTTP/1 response heads, and keeps the finished bytes of answers that do not change for as
 * long as their date holds. Worker thread only.
 */
final class ResponseEncoder {
    private static final byte[] CONTENT_TYPE = "Content-Type: ".getBytes(US_ASCII);
    private static final byte[] CONTENT_LENGTH = "Content-Length: ".getBytes(US_ASCII);
    private static final byte[] LINE_END = "\r\n".getBytes(US_ASCII);
    private static final byte[] SEPARATOR = ": ".getBytes(US_ASCII);
    private static final byte[] KEEP_ALIVE = "Connection: keep-alive\r\n".getBytes(US_ASCII);
    private static final byte[] CLOSE = "Connection: close\r\n".getBytes(US_ASCII);
    private static final int MAX_KEPT = 256;
    private static final int MAX_KEPT_BODY_BYTES = 1 << 16;

    /** The bytes of an answer, head and body, until the date changes. */
    private record Kept(ByteBuf bytes, int headLength, long second, Settings settings) {}

    private final WorkerClock clock;
    private final IdentityHashMap<Response, Kept> kept = new IdentityHashMap<>();
    private final TextBuffer head = new TextBuffer();
    private boolean closed;

    ResponseEncoder(final WorkerClock clock) {
        this.clock = clock;
    }

    /**
     * Returns the head and those bytes of the body that are in memory and come first, and notes in
     * the exchange how much that is.
     *
     * @param keepAlive whether the connection stays open
     */
    @SuppressWarnings("ReferenceEquality") // an equal answer of another configuration is another
    ByteBuf encode(
            final ByteBufAllocator allocator,
            final Exchange exchange,
            final Response response,
            final boolean keepAlive) {
        final long second = clock.refresh(exchange.startNanos);
        final boolean headOnly = exchange.head();
        if (closed
                || !response.constant()
                || !keepAlive
                || headOnly
                || response.length() > MAX_KEPT_BODY_BYTES) {
            final ByteBuf bytes = compose(allocator, exchange, response, keepAlive, headOnly);
            note(exchange, head.length(), bytes.readableBytes());
            return bytes;
        }
        Kept found = kept.get(response);
        if (found == null || found.second != second || found.settings != exchange.settings) {
            if (found != null) {
                found.bytes.release();
            } else if (kept.size() >= MAX_KEPT) {
                forget();
            }
            final ByteBuf bytes = compose(allocator, exchange, response, true, false);
            found = new Kept(bytes, head.length(), second, exchange.settings);
            kept.put(response, found);
        }
        note(exchange, found.headLength, found.bytes.readableBytes());
        return found.bytes.retainedDuplicate();
    }

    /** Gives the kept bytes back and keeps no more. */
    void close() {
        closed = true;
        forget();
    }

    private void forget() {
        kept.values().forEach(entry -> entry.bytes.release());
        kept.clear();
    }

    private ByteBuf compose(
            final ByteBufAllocator allocator,
            final Exchange exchange,
            final Response response,
            final boolean keepAlive,
            final boolean headOnly) {
        writeHead(exchange.settings, response, keepAlive);
        final boolean body = !headOnly && !response.bodiless();
        int inMemory = 0;
        if (body
                && response.body().size() == 1
                && response.body().getFirst() instanceof Response.Bytes(final byte[] bytes)) {
            inMemory = bytes.length;
        }
        final ByteBuf out = allocator.directBuffer(head.length() + inMemory);
        out.writeBytes(head.array(), 0, head.length());
        if (inMemory > 0) {
            out.writeBytes(((Response.Bytes) response.body().getFirst()).bytes());
        }
        return out;
    }

    private void writeHead(
            final Settings settings, final Response response, final boolean keepAlive) {
        head.clear();
        head.append(Statuses.line(response.status()));
        head.append(settings.serverLine());
        head.append(clock.dateLine());
        if (!response.bodiless()) {
            if (!response.contentType().isEmpty()) {
                head.append(CONTENT_TYPE).appendUtf8(response.contentType()).append(LINE_END);
            }
            head.append(CONTENT_LENGTH).append(response.length()).append(LINE_END);
        }
        final List<Header> headers = response.headers();
        for (int i = 0; i < headers.size(); i++) {
            final Header header = headers.get(i);
            head.append(HeaderNames.written(header.name()));
            head.append(SEPARATOR).append(header.value()).append(LINE_END);
        }
        if (keepAlive) {
            head.append(KEEP_ALIVE).append(settings.keepaliveLine());
        } else {
            head.append(CLOSE);
        }
        head.append(LINE_END);
    }

    private static void note(final Exchange exchange, final int headLength, final int length) {
        exchange.bytesSent += length;
        exchange.bodyBytesSent += length - headLength;
    }
}
