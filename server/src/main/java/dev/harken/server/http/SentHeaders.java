package dev.harken.server.http;

import dev.harken.server.http.Response.Header;

import org.jspecify.annotations.Nullable;

/** The header fields of the answer, for {@code $sent_http_} variables. */
final class SentHeaders {
    private SentHeaders() {}

    /** Returns the value of a field by its lower-case name, or null where it was not sent. */
    static @Nullable String value(final Exchange exchange, final String name) {
        final Response response = exchange.response;
        if (response == null) {
            return null;
        }
        return switch (name) {
            case "server" -> exchange.settings.signature();
            case "content-type" -> response.bodiless() ? null : response.contentType();
            case "content-length" -> response.bodiless() ? null : Long.toString(response.length());
            default -> other(response, name);
        };
    }

    private static @Nullable String other(final Response response, final String name) {
        for (final Header header : response.headers()) {
            if (header.name().contentEquals(name)) {
                return header.value();
            }
        }
        return null;
    }
}
