package dev.harken.server.http;

import dev.harken.server.http.Response.Bytes;
import dev.harken.server.http.Response.FilePart;
import dev.harken.server.http.Response.Piece;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.DefaultFileRegion;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.GenericFutureListener;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.util.List;

/**
 * Sends the body of one HTTP/1 response piece by piece, the next when the last has left, so that a
 * slow client holds one piece of memory and a large file holds up nobody.
 *
 * <p>On a plain connection files go from the page cache to the socket without passing through user
 * space. Worker thread only.
 */
final class FileSender implements GenericFutureListener<Future<Void>> {
    private static final int REGION_BYTES = 512 * 1024;
    private static final int CHUNK_BYTES = 64 * 1024;

    /** Who wants to know. */
    interface Owner {
        /** The client took something: its time starts again. */
        void sendProgressed();

        /** The body is out, or will never be. */
        void sendFinished(boolean complete);
    }

    /** How bytes are put into what the channel takes. */
    interface Framing {
        /** Bytes as they are, as HTTP/1 sends them. */
        Framing NONE = (bytes, _) -> bytes;

        /** Returns what to write for some bytes of the body. */
        Object frame(ByteBuf bytes, boolean last);
    }

    /** A region that leaves its file open, because the next region needs it. */
    private static final class SharedRegion extends DefaultFileRegion {
        SharedRegion(final FileChannel file, final long offset, final long length) {
            super(file, offset, length);
        }

        @Override
        protected void deallocate() {
            // The sender closes the file.
        }
    }

    private final Owner owner;
    private final ChannelHandlerContext context;
    private final Exchange exchange;
    private final Response response;
    private final List<Piece> pieces;
    private final Framing framing;
    private final boolean copy;
    private int index;
    private long sentOfPiece;
    private long inFlight;
    private boolean done;

    /**
     * Prepares to send.
     *
     * @param framing how bytes are wrapped
     * @param copy whether bytes must pass through memory, as for TLS
     */
    FileSender(
            final Owner owner,
            final ChannelHandlerContext context,
            final Exchange exchange,
            final Response response,
            final Framing framing,
            final boolean copy) {
        this.owner = owner;
        this.context = context;
        this.exchange = exchange;
        this.response = response;
        this.pieces = response.body();
        this.framing = framing;
        this.copy = copy;
    }

    /** Sends the first piece. */
    void start() {
        sendNext();
    }

    /** Gives up because the connection is gone. */
    void abandon() {
        end(false);
    }

    @Override
    public void operationComplete(final Future<Void> future) {
        if (done) {
            return;
        }
        if (!future.isSuccess()) {
            end(false);
            return;
        }
        exchange.bytesSent += inFlight;
        exchange.bodyBytesSent += inFlight;
        owner.sendProgressed();
        sendNext();
    }

    /** Closes the files of a response that is not sent, or has been. */
    static void close(final Response response) {
        for (final Piece piece : response.body()) {
            if (piece instanceof FilePart part) {
                try {
                    part.file().close();
                } catch (final IOException e) {
                    throw new UncheckedIOException("closing a file that was only read", e);
                }
            }
        }
    }

    private void sendNext() {
        while (index < pieces.size() && sentOfPiece == pieces.get(index).length()) {
            index++;
            sentOfPiece = 0;
        }
        if (index == pieces.size()) {
            end(true);
            return;
        }
        try {
            final Object message = next(pieces.get(index));
            context.writeAndFlush(message).addListener(this);
        } catch (final IOException _) {
            // The length is promised already: all that can be done is to break off.
            end(false);
        }
    }

    private Object next(final Piece piece) throws IOException {
        final long rest = piece.length() - sentOfPiece;
        final long start = sentOfPiece;
        inFlight = Math.min(rest, copy ? CHUNK_BYTES : REGION_BYTES);
        sentOfPiece += inFlight;
        final boolean last = index == pieces.size() - 1 && sentOfPiece == piece.length();
        return switch (piece) {
            case Bytes(final byte[] bytes) ->
                    framing.frame(Unpooled.wrappedBuffer(bytes, (int) start, (int) inFlight), last);
            case FilePart(final FileChannel file, final long offset, _) when !copy ->
                    new SharedRegion(file, offset + start, inFlight);
            case FilePart(final FileChannel file, final long offset, _) ->
                    framing.frame(read(context, file, offset + start, (int) inFlight), last);
        };
    }

    /** Reads exactly {@code length} bytes; the file must not have shrunk. */
    static ByteBuf read(
            final ChannelHandlerContext context,
            final FileChannel file,
            final long offset,
            final int length)
            throws IOException {
        final ByteBuf buffer = context.alloc().directBuffer(length);
        try {
            while (buffer.readableBytes() < length) {
                final int count =
                        buffer.writeBytes(
                                file, offset + buffer.readableBytes(), buffer.writableBytes());
                if (count <= 0) {
                    throw new IOException("file was truncated while it was sent");
                }
            }
            return buffer;
        } catch (final IOException e) {
            buffer.release();
            throw e;
        }
    }

    private void end(final boolean complete) {
        if (done) {
            return;
        }
        done = true;
        close(response);
        owner.sendFinished(complete);
    }
}
