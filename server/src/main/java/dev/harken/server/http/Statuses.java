package dev.harken.server.http;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** Status codes with the phrases nginx uses, which differ from the registry's in places. */
final class Statuses {
    /** nginx's internal code: close the connection without an answer. */
    static final int CLOSE = 444;

    /** nginx's internal code: a request header field is too large; answered as 400. */
    static final int HEADER_TOO_LARGE = 494;

    /** nginx's internal code: plain HTTP came to a TLS port; answered as 400. */
    static final int PLAIN_TO_TLS = 497;

    private static final int LIMIT = 1000;
    private static final byte[][] LINES = new byte[LIMIT][];

    static {
        for (int code = 0; code < LIMIT; code++) {
            final String phrase = phrase(code);
            final String number = code < 100 ? "%03d".formatted(code) : Integer.toString(code);
            LINES[code] =
                    ("HTTP/1.1 " + number + (phrase.isEmpty() ? " " : " " + phrase) + "\r\n")
                            .getBytes(US_ASCII);
        }
    }

    private Statuses() {}

    /** Returns the status line with its line end. */
    static byte[] line(final int code) {
        return LINES[code];
    }

    /** Returns code and phrase as they stand on an error page, or the code alone. */
    static String title(final int code) {
        final String phrase = phrase(code);
        return phrase.isEmpty() ? Integer.toString(code) : code + " " + phrase;
    }

    /** Returns what a client sees for one of nginx's internal codes. */
    static int visible(final int code) {
        return code == HEADER_TOO_LARGE || code == PLAIN_TO_TLS ? 400 : code;
    }

    /** Returns whether nginx closes the connection after this answer. */
    static boolean endsConnection(final int code) {
        return switch (code) {
            case 400, 408, 413, 414, HEADER_TOO_LARGE, PLAIN_TO_TLS, 500, 501 -> true;
            default -> false;
        };
    }

    private static String phrase(final int code) {
        return switch (code) {
            case 200 -> "OK";
            case 201 -> "Created";
            case 202 -> "Accepted";
            case 204 -> "No Content";
            case 206 -> "Partial Content";
            case 301 -> "Moved Permanently";
            case 302 -> "Moved Temporarily";
            case 303 -> "See Other";
            case 304 -> "Not Modified";
            case 307 -> "Temporary Redirect";
            case 308 -> "Permanent Redirect";
            case 400 -> "Bad Request";
            case 401 -> "Unauthorized";
            case 402 -> "Payment Required";
            case 403 -> "Forbidden";
            case 404 -> "Not Found";
            case 405 -> "Not Allowed";
            case 406 -> "Not Acceptable";
            case 408 -> "Request Time-out";
            case 409 -> "Conflict";
            case 410 -> "Gone";
            case 411 -> "Length Required";
            case 412 -> "Precondition Failed";
            case 413 -> "Request Entity Too Large";
            case 414 -> "Request-URI Too Large";
            case 415 -> "Unsupported Media Type";
            case 416 -> "Requested Range Not Satisfiable";
            case 421 -> "Misdirected Request";
            case 429 -> "Too Many Requests";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 502 -> "Bad Gateway";
            case 503 -> "Service Temporarily Unavailable";
            case 504 -> "Gateway Time-out";
            case 505 -> "HTTP Version Not Supported";
            case 507 -> "Insufficient Storage";
            default -> "";
        };
    }
}
