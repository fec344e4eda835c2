package dev.harken.server.http;

/** Makes the value of a {@code Location} header. */
final class Redirects {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private Redirects() {}

    /** Returns {@code target} with scheme, host and port before it if it is only a path. */
    static String absolute(final Exchange exchange, final String target) {
        if (!target.startsWith("/")) {
            return printable(target);
        }
        final ClientConnection connection = exchange.connection;
        final int usual = connection.tls == null ? HTTP_PORT : HTTPS_PORT;
        final int port = connection.localPort();
        final String host =
                exchange.hostOrServerName().isEmpty()
                        ? connection.localAddress()
                        : exchange.hostOrServerName();
        return connection.scheme()
                + "://"
                + host
                + (port == usual || port == 0 ? "" : ":" + port)
                + printable(target);
    }

    /**
     * Encodes control characters: they can come from a decoded path and would end the header, which
     * lets a client write headers of its own.
     */
    static String printable(final String value) {
        StringBuilder safe = null;
        for (int i = 0; i < value.length(); i++) {
            final char c = value.charAt(i);
            if (c > ' ' && c < 0x7f) {
                if (safe != null) {
                    safe.append(c);
                }
                continue;
            }
            if (safe == null) {
                safe = new StringBuilder(value.substring(0, i));
            }
            safe.append('%');
            safe.append(Character.toUpperCase(Character.forDigit(c >> 4 & 15, 16)));
            safe.append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
        }
        return safe == null ? value : safe.toString();
    }

    /** Encodes a decoded path so that it names the same file again. */
    static String escapedPath(final String path) {
        return printable(path.replace("%", "%25").replace("?", "%3F").replace("#", "%23"));
    }
}
