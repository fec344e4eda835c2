package dev.harken.server.http;

import io.netty.util.AsciiString;

import java.nio.channels.FileChannel;
import java.util.List;

/**
 * What a request is answered with, before a protocol version gives it its form.
 *
 * @param status what the client sees
 * @param contentType media type, or empty for no such header
 * @param headers further header fields
 * @param body the pieces of the body in order
 * @param length length of the body in bytes
 * @param constant whether the same object answers many requests, so that its bytes may be kept
 */
record Response(
        int status,
        String contentType,
        List<Header> headers,
        List<Piece> body,
        long length,
        boolean constant) {

    /** A header field; the name in lower case, as HTTP/2 wants it. */
    record Header(AsciiString name, String value) {}

    /** A piece of a body. */
    sealed interface Piece {
        /** Returns the length in bytes. */
        long length();
    }

    /** Bytes in memory. */
    @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
    record Bytes(byte[] bytes) implements Piece {
        @Override
        public long length() {
            return bytes.length;
        }
    }

    /**
     * A part of a file.
     *
     * @param file closed by whoever sends the last piece, and when sending fails
     * @param offset first byte
     * @param length number of bytes
     */
    record FilePart(FileChannel file, long offset, long length) implements Piece {}

    Response {
        headers = List.copyOf(headers);
        body = List.copyOf(body);
    }

    /** Returns an answer whose body is in memory. */
    static Response of(final int status, final String contentType, final byte[] body) {
        return of(status, contentType, List.of(), body);
    }

    /** Returns an answer with header fields whose body is in memory. */
    static Response of(
            final int status,
            final String contentType,
            final List<Header> headers,
            final byte[] body) {
        final List<Piece> pieces = body.length == 0 ? List.of() : List.of(new Bytes(body));
        return new Response(status, contentType, headers, pieces, body.length, false);
    }

    /** Returns this answer, marked as one that is given many times. */
    Response asConstant() {
        return new Response(status, contentType, headers, body, length, true);
    }

    /** Returns whether the status forbids a body and the headers that describe one. */
    boolean bodiless() {
        return status == 204 || status == 304;
    }
}
