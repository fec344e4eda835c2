package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.harken.conf.LogLevel;
import dev.harken.server.http.Response.Bytes;
import dev.harken.server.http.Response.FilePart;
import dev.harken.server.http.Response.Header;
import dev.harken.server.http.Response.Piece;
import dev.harken.server.text.Text;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Answers with files below {@code root}: nginx's static and index modules.
 *
 * <p>Opening a file and reading its attributes happens on the worker, as in nginx; what is read at
 * once is bounded by {@value #INLINE_BYTES} bytes, larger files are sent in pieces. A path can't
 * leave the root, because dot segments are resolved before a location is looked for; symbolic links
 * are followed.
 */
final class StaticContent implements Content {
    /** Below this a file is read and sent with its head in one piece: fewer calls than sendfile. */
    private static final int INLINE_BYTES = 32 * 1024;

    @Override
    public Response answer(final Exchange exchange) {
        final boolean post = exchange.method.equals("POST");
        if (!post && !exchange.method.equals("GET") && !exchange.head()) {
            return page(exchange, 405);
        }
        try {
            if (exchange.path.endsWith("/")) {
                return index(exchange);
            }
            final Path file = locate(exchange, exchange.path);
            final BasicFileAttributes attributes =
                    Files.readAttributes(file, BasicFileAttributes.class);
            if (attributes.isDirectory()) {
                return toDirectory(exchange);
            }
            if (post) {
                return page(exchange, 405);
            }
            if (!attributes.isRegularFile()) {
                RequestLog.log(exchange, LogLevel.CRIT, "\"" + file + "\" is not a regular file");
                return page(exchange, 404);
            }
            return file(exchange, file, attributes);
        } catch (final IOException | InvalidPathException e) {
            return failure(exchange, e);
        }
    }

    private static Response index(final Exchange exchange) throws IOException {
        final Path directory = locate(exchange, exchange.path);
        for (final Text<Exchange> name : exchange.settings.index()) {
            final String candidate = name.latin1(exchange.connection.worker.scratch(), exchange);
            if (candidate.startsWith("/")) {
                return redirect(exchange, candidate);
            }
            final Path file = locate(exchange, exchange.path + candidate);
            if (Files.exists(file)) {
                return redirect(exchange, exchange.path + candidate);
            }
        }
        if (!Files.readAttributes(directory, BasicFileAttributes.class).isDirectory()) {
            throw new NoSuchFileException(directory.toString(), null, "Not a directory");
        }
        RequestLog.log(
                exchange, LogLevel.ERROR, "directory index of \"" + directory + "/\" is forbidden");
        return page(exchange, 403);
    }

    /** An index file is looked for like a request of its own: another location may have it. */
    private static Response redirect(final Exchange exchange, final String path) {
        exchange.path = path;
        return Router.dispatch(exchange);
    }

    private static Response toDirectory(final Exchange exchange) {
        final String args = exchange.args == null ? "" : "?" + exchange.args;
        final String target =
                Redirects.absolute(exchange, Redirects.escapedPath(exchange.path) + "/" + args);
        return exchange.settings
                .errorPages()
                .page(301, List.of(new Header(HeaderNames.LOCATION, target)));
    }

    private static Response file(
            final Exchange exchange, final Path file, final BasicFileAttributes attributes)
            throws IOException {
        final long size = attributes.size();
        final Instant modified = attributes.lastModifiedTime().toInstant();
        final String etag =
                "\""
                        + Long.toHexString(modified.getEpochSecond())
                        + "-"
                        + Long.toHexString(size)
                        + "\"";
        final Validators validators = new Validators(etag, modified);
        final FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            final Response response = compose(exchange, channel, size, validators);
            if (response.body().stream().noneMatch(FilePart.class::isInstance)) {
                channel.close();
            }
            return response;
        } catch (final IOException | RuntimeException e) {
            channel.close();
            throw e;
        }
    }

    private static Response compose(
            final Exchange exchange,
            final FileChannel channel,
            final long size,
            final Validators validators)
            throws IOException {
        final List<Header> headers = new ArrayList<>(validators.headers());
        final int precondition = validators.evaluate(exchange.headers);
        if (precondition == 304) {
            return new Response(304, "", headers, List.of(), 0, false);
        }
        if (precondition != 0) {
            return page(exchange, precondition);
        }
        final String type =
                exchange.settings.types().of(exchange.path).orElse(exchange.settings.defaultType());
        final ByteRanges ranges =
                validators.allowRange(exchange.headers)
                        ? ByteRanges.parse(exchange.headers.get("range"), size)
                        : ByteRanges.WHOLE;
        final Source source = new Source(channel, size);
        return switch (ranges) {
            case ByteRanges.Whole() -> {
                headers.add(new Header(HeaderNames.ACCEPT_RANGES, "bytes"));
                yield new Response(200, type, headers, source.pieces(0, size), size, false);
            }
            case ByteRanges.Unsatisfiable() ->
                    exchange.settings
                            .errorPages()
                            .page(
                                    416,
                                    List.of(
                                            new Header(
                                                    HeaderNames.CONTENT_RANGE, "bytes */" + size)));
            case ByteRanges.Some(final List<ByteRanges.Range> list) when list.size() == 1 -> {
                final ByteRanges.Range range = list.getFirst();
                headers.add(new Header(HeaderNames.CONTENT_RANGE, range.header(size)));
                yield new Response(
                        206,
                        type,
                        headers,
                        source.pieces(range.first(), range.length()),
                        range.length(),
                        false);
            }
            case ByteRanges.Some(final List<ByteRanges.Range> list) ->
                    multipart(source, type, headers, list);
        };
    }

    private static Response multipart(
            final Source source,
            final String type,
            final List<Header> headers,
            final List<ByteRanges.Range> ranges)
            throws IOException {
        final String boundary =
                "%020d".formatted(ThreadLocalRandom.current().nextLong(Long.MAX_VALUE));
        final List<Piece> pieces = new ArrayList<>();
        for (final ByteRanges.Range range : ranges) {
            pieces.add(
                    new Bytes(
                            ("\r\n--"
                                            + boundary
                                            + "\r\nContent-Type: "
                                            + type
                                            + "\r\nContent-Range: "
                                            + range.header(source.size())
                                            + "\r\n\r\n")
                                    .getBytes(UTF_8)));
            pieces.addAll(source.pieces(range.first(), range.length()));
        }
        pieces.add(new Bytes(("\r\n--" + boundary + "--\r\n").getBytes(UTF_8)));
        final long length = pieces.stream().mapToLong(Piece::length).sum();
        return new Response(
                206, "multipart/byteranges; boundary=" + boundary, headers, pieces, length, false);
    }

    private static Path locate(final Exchange exchange, final String path) {
        final String relative = new String(path.getBytes(ISO_8859_1), UTF_8);
        return Path.of(
                exchange.settings.root().utf8(exchange.connection.worker.scratch(), exchange)
                        + relative);
    }

    private static Response failure(final Exchange exchange, final Exception failure) {
        if (failure instanceof AccessDeniedException denied) {
            log(exchange, LogLevel.ERROR, denied.getFile(), "13: Permission denied");
            return page(exchange, 403);
        }
        if (failure instanceof NoSuchFileException missing) {
            log(exchange, LogLevel.ERROR, missing.getFile(), "2: No such file or directory");
            return page(exchange, 404);
        }
        final String reason =
                failure instanceof FileSystemException system
                        ? String.valueOf(system.getReason())
                        : failure.toString();
        final boolean missing =
                failure instanceof InvalidPathException
                        || reason.startsWith("Not a directory")
                        || reason.startsWith("File name too long");
        log(exchange, missing ? LogLevel.ERROR : LogLevel.CRIT, exchange.path, reason);
        return page(exchange, missing ? 404 : 500);
    }

    private static void log(
            final Exchange exchange, final LogLevel level, final String file, final String reason) {
        RequestLog.log(exchange, level, "open() \"" + file + "\" failed (" + reason + ")");
    }

    private static Response page(final Exchange exchange, final int status) {
        return exchange.settings.errorPages().page(status);
    }

    /** The open file, read at once where it is small. */
    private record Source(FileChannel channel, long size) {
        List<Piece> pieces(final long offset, final long length) throws IOException {
            if (length == 0) {
                return List.of();
            }
            if (length > INLINE_BYTES) {
                return List.of(new FilePart(channel, offset, length));
            }
            final ByteBuffer buffer = ByteBuffer.allocate((int) length);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer, offset + buffer.position()) < 0) {
                    throw new IOException("file was truncated while it was read");
                }
            }
            return List.of(new Bytes(buffer.array()));
        }
    }
}
