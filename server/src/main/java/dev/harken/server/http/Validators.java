package dev.harken.server.http;

import dev.harken.server.http.Response.Header;
import dev.harken.server.text.WorkerClock;

import io.netty.handler.codec.http.HttpHeaders;

import org.jspecify.annotations.Nullable;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * What tells one state of a file from another, and the conditions of a request on it (RFC 9110
 * section 13), by nginx's rules: {@code If-Modified-Since} fits by equality.
 *
 * @param etag entity tag with its quotes
 * @param modified when the file last changed
 */
record Validators(String etag, Instant modified) {

    /** Returns the header fields that tell the client. */
    List<Header> headers() {
        return List.of(
                new Header(HeaderNames.LAST_MODIFIED, date()), new Header(HeaderNames.ETAG, etag));
    }

    /** Returns 0 where the conditions hold, else 304 or 412. */
    int evaluate(final HttpHeaders headers) {
        final String unmodifiedSince = headers.get("if-unmodified-since");
        if (unmodifiedSince != null) {
            final Instant time = parse(unmodifiedSince);
            if (time != null && modified.getEpochSecond() > time.getEpochSecond()) {
                return 412;
            }
        }
        final String match = headers.get("if-match");
        if (match != null && !matches(match, false)) {
            return 412;
        }
        final String modifiedSince = headers.get("if-modified-since");
        final String noneMatch = headers.get("if-none-match");
        if (modifiedSince == null && noneMatch == null) {
            return 0;
        }
        if (modifiedSince != null && !modifiedSince.equals(date())) {
            final Instant time = parse(modifiedSince);
            if (time == null || time.getEpochSecond() != modified.getEpochSecond()) {
                return 0;
            }
        }
        return noneMatch != null && !matches(noneMatch, true) ? 0 : 304;
    }

    /** Returns whether a {@code Range} header counts, as {@code If-Range} decides. */
    boolean allowRange(final HttpHeaders headers) {
        final String condition = headers.get("if-range");
        if (condition == null) {
            return true;
        }
        return condition.endsWith("\"") ? condition.equals(etag) : condition.equals(date());
    }

    private String date() {
        return WorkerClock.HTTP_DATE.format(modified);
    }

    private boolean matches(final String list, final boolean weak) {
        if (list.strip().equals("*")) {
            return true;
        }
        for (final String entry : list.split(",", -1)) {
            final String tag = entry.strip();
            if (tag.equals(etag)
                    || (weak && tag.startsWith("W/") && tag.substring(2).equals(etag))) {
                return true;
            }
        }
        return false;
    }

    private static @Nullable Instant parse(final String date) {
        try {
            return ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
        } catch (final DateTimeException _) {
            return null;
        }
    }
}
