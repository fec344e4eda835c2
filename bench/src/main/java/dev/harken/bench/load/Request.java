package dev.harken.bench.load;

import java.util.List;
import java.util.regex.Pattern;

/** The HTTP request that is sent, the same each time. Immutable. */
public final class Request {

    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    private final String method;
    private final List<Header> headers;
    private final byte[] body;

    /**
     * A header line.
     *
     * @param name a token; RFC 9110, section 5.1
     * @param value without line ends; sent as ISO 8859-1
     */
    public record Header(String name, String value) {
        /** Checks the characters. */
        public Header {
            if (!TOKEN.matcher(name).matches()) {
                throw new IllegalArgumentException("header name: " + name + " (expected: a token)");
            }
            value = value.strip();
            if (!VALUE.matcher(value).matches()) {
                throw new IllegalArgumentException(
                        "value of header " + name + ": has control characters or is not Latin-1");
            }
        }

        /**
         * Reads {@code Name: value}.
         *
         * @throws IllegalArgumentException if it is not that
         */
        public static Header parse(final String line) {
            final int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IllegalArgumentException(
                        "header: " + line + " (expected: \"Name: value\")");
            }
            return new Header(line.substring(0, colon), line.substring(colon + 1));
        }
    }

    /**
     * A request. Host, Content-Length and, where it ends the connection, Connection are added when
     * they are not among the headers.
     *
     * @throws IllegalArgumentException if the method is not a token
     */
    public Request(final String method, final List<Header> headers, final byte[] body) {
        if (!TOKEN.matcher(method).matches()) {
            throw new IllegalArgumentException("method: " + method + " (expected: a token)");
        }
        this.method = method;
        this.headers = List.copyOf(headers);
        this.body = body.clone();
    }

    /** GET without headers of its own. */
    public static Request get() {
        return new Request("GET", List.of(), new byte[0]);
    }

    /** The method. */
    public String method() {
        return method;
    }

    /** The headers, in order. */
    public List<Header> headers() {
        return headers;
    }

    /** A copy of the body; empty for none. */
    public byte[] body() {
        return body.clone();
    }

    /** Bytes of the body. */
    public int bodyBytes() {
        return body.length;
    }

    /** Whether there is a header of that name, in any case. */
    boolean has(final String name) {
        return headers.stream().anyMatch(header -> header.name().equalsIgnoreCase(name));
    }
}
