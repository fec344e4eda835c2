package dev.harken.server.http;

import io.netty.util.AsciiString;

import java.util.Map;

/** Response header names: lower case as HTTP/2 wants them, and as HTTP/1 usually shows them. */
final class HeaderNames {
    static final AsciiString LOCATION = AsciiString.cached("location");
    static final AsciiString ETAG = AsciiString.cached("etag");
    static final AsciiString LAST_MODIFIED = AsciiString.cached("last-modified");
    static final AsciiString ACCEPT_RANGES = AsciiString.cached("accept-ranges");
    static final AsciiString CONTENT_RANGE = AsciiString.cached("content-range");

    private static final Map<AsciiString, String> WRITTEN =
            Map.of(
                    LOCATION, "Location",
                    ETAG, "ETag",
                    LAST_MODIFIED, "Last-Modified",
                    ACCEPT_RANGES, "Accept-Ranges",
                    CONTENT_RANGE, "Content-Range");

    private HeaderNames() {}

    /** Returns the form for HTTP/1. */
    static String written(final AsciiString name) {
        final String known = WRITTEN.get(name);
        return known == null ? name.toString() : known;
    }
}
