package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaders;

import org.jspecify.annotations.Nullable;

import java.util.Base64;
import java.util.List;

/** Finds single values within query strings, cookies and credentials. */
final class Parameters {
    private static final String BASIC = "basic ";

    private Parameters() {}

    /** Returns the first argument called {@code name} (any case), undecoded; null without one. */
    static @Nullable String argument(final @Nullable String args, final String name) {
        return args == null ? null : find(args, name, '&');
    }

    /** Returns the first cookie called {@code name} (any case); null without one. */
    static @Nullable String cookie(final List<String> headers, final String name) {
        for (final String header : headers) {
            final String value = find(header, name, ';');
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    /** Returns the user name of Basic credentials; null without them. */
    static @Nullable String user(final HttpHeaders headers) {
        final String credentials = headers.get(HttpHeaderNames.AUTHORIZATION);
        if (credentials == null || !credentials.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return null;
        }
        try {
            final byte[] decoded =
                    Base64.getDecoder().decode(credentials.substring(BASIC.length()).strip());
            final String pair = new String(decoded, ISO_8859_1);
            final int colon = pair.indexOf(':');
            return colon < 0 ? null : pair.substring(0, colon);
        } catch (final IllegalArgumentException _) {
            return null;
        }
    }

    private static @Nullable String find(
            final String text, final String name, final char separator) {
        for (int start = 0; start < text.length(); ) {
            while (start < text.length() && text.charAt(start) == ' ') {
                start++;
            }
            int end = text.indexOf(separator, start);
            end = end < 0 ? text.length() : end;
            final int equals = start + name.length();
            if (equals < end
                    && text.charAt(equals) == '='
                    && text.regionMatches(true, start, name, 0, name.length())) {
                return text.substring(equals + 1, end);
            }
            start = end + 1;
        }
        return null;
    }
}
