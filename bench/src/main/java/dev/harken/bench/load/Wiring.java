package dev.harken.bench.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.ssl.SslContext;
import io.netty.util.AsciiString;

import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * What the connections to one target of one thread have in common: the bytes to send and the
 * handlers. Loop thread only.
 */
final class Wiring {

    /** Headers that belong to one connection and have no place in HTTP/2; RFC 9113, 8.2.2. */
    private static final List<String> CONNECTION_HEADERS =
            List.of("connection", "host", "keep-alive", "proxy-connection", "transfer-encoding");

    private final Target target;
    private final boolean http2;
    private final boolean headOnly;
    private final @Nullable SslContext tls;
    private final long handshakeMillis;
    private final ByteBuf payload;
    private final Http2Headers headers;

    Wiring(final LoadPlan plan, final Target target, final @Nullable SslContext tls) {
        this.target = target;
        this.tls = target.scheme() == Target.Scheme.HTTPS ? tls : null;
        this.http2 = target.scheme() != Target.Scheme.TCP && plan.version() == HttpVersion.HTTP_2;
        this.headOnly = plan.request().method().equals("HEAD");
        this.handshakeMillis = timeoutMillis(plan.timeout());
        this.payload = direct(bytes(plan));
        this.headers = http2Headers(plan.request());
    }

    /** Outside of the heap, so that no write copies it; the garbage collector frees it. */
    private static ByteBuf direct(final byte[] bytes) {
        final ByteBuffer memory = ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
        return Unpooled.unreleasableBuffer(Unpooled.wrappedBuffer(memory));
    }

    boolean isEncrypted() {
        return tls != null;
    }

    /** The protocol the server has to choose by ALPN, empty when any will do. */
    String requiredProtocol() {
        return http2 ? Tls.HTTP_2 : "";
    }

    /** Adds the handlers of a connection, its {@link Link} last. */
    Wire install(final ChannelPipeline pipeline, final Link link) {
        if (tls != null) {
            final var handler =
                    tls.newHandler(pipeline.channel().alloc(), target.host(), target.port());
            handler.setHandshakeTimeoutMillis(handshakeMillis);
            pipeline.addLast(handler);
        }
        final Wire wire;
        if (target.scheme() == Target.Scheme.TCP) {
            final EchoWire echo = new EchoWire(link, payload);
            pipeline.addLast(echo);
            wire = echo;
        } else if (http2) {
            final Http2Wire second = new Http2Wire(link, headers, payload);
            pipeline.addLast(second.handler());
            wire = second;
        } else {
            final Http1Wire first = new Http1Wire(link, payload);
            pipeline.addLast(new Http1Decoder(first, headOnly), first);
            wire = first;
        }
        pipeline.addLast(link);
        return wire;
    }

    /** What is written per request: all of it, or the body where headers are frames. */
    private byte[] bytes(final LoadPlan plan) {
        if (target.scheme() == Target.Scheme.TCP) {
            final byte[] pattern = new byte[plan.echoBytes()];
            for (int index = 0; index < pattern.length; index++) {
                pattern[index] = (byte) ('a' + index % 26);
            }
            return pattern;
        }
        final byte[] body = plan.request().body();
        if (http2) {
            return body;
        }
        final byte[] head = head(plan).getBytes(StandardCharsets.ISO_8859_1);
        final byte[] whole = new byte[head.length + body.length];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        return whole;
    }

    private String head(final LoadPlan plan) {
        final Request request = plan.request();
        final StringBuilder text = new StringBuilder(128);
        text.append(request.method()).append(' ').append(target.path()).append(" HTTP/1.1\r\n");
        if (!request.has("Host")) {
            line(text, "Host", target.authority());
        }
        for (final Request.Header header : request.headers()) {
            line(text, header.name(), header.value());
        }
        if (announcesLength(request) && !request.has("Transfer-Encoding")) {
            line(text, "Content-Length", Integer.toString(request.bodyBytes()));
        }
        if (!plan.keepAlive() && !request.has("Connection")) {
            line(text, "Connection", "close");
        }
        return text.append("\r\n").toString();
    }

    private static void line(final StringBuilder text, final String name, final String value) {
        text.append(name).append(": ").append(value).append("\r\n");
    }

    private Http2Headers http2Headers(final Request request) {
        final Http2Headers made =
                new DefaultHttp2Headers(false)
                        .method(request.method())
                        .scheme(tls == null ? "http" : "https")
                        .authority(authority(request))
                        .path(target.path());
        for (final Request.Header header : request.headers()) {
            final String name = header.name().toLowerCase(Locale.ROOT);
            if (!CONNECTION_HEADERS.contains(name)) {
                made.add(AsciiString.of(name), AsciiString.of(header.value()));
            }
        }
        if (announcesLength(request)) {
            made.add("content-length", Integer.toString(request.bodyBytes()));
        }
        return made;
    }

    private String authority(final Request request) {
        return request.headers().stream()
                .filter(header -> header.name().equalsIgnoreCase("Host"))
                .map(Request.Header::value)
                .findFirst()
                .orElse(target.authority());
    }

    /** A method that usually has a body says so when it has none; RFC 9110, section 8.6. */
    private static boolean announcesLength(final Request request) {
        final boolean usual = List.of("POST", "PUT", "PATCH").contains(request.method());
        return (request.bodyBytes() > 0 || usual) && !request.has("Content-Length");
    }

    private static long timeoutMillis(final Duration timeout) {
        return Math.max(1, timeout.toMillis());
    }
}
