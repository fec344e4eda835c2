package dev.harken.bench.load;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Optional;

/**
 * What a load is sent to.
 *
 * @param host a name or an address, IPv6 without brackets
 * @param port 1 to 65535
 * @param path the request target in origin form with its query; {@code /} for {@link Scheme#TCP}
 */
public record Target(Scheme scheme, String host, int port, String path) {

    private static final int HIGHEST_PORT = 65_535;

    /** The protocol of a target. */
    public enum Scheme {
        /** HTTP without encryption. */
        HTTP(80),
        /** HTTP over TLS. */
        HTTPS(443),
        /** A service that sends back what it gets; RFC 862. */
        TCP(0);

        private final int defaultPort;

        Scheme(final int defaultPort) {
            this.defaultPort = defaultPort;
        }

        private String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Checks the ranges. */
    public Target {
        if (host.isEmpty()) {
            throw new IllegalArgumentException("host: empty (expected: a name or an address)");
        }
        if (port < 1 || port > HIGHEST_PORT) {
            throw new IllegalArgumentException("port: " + port + " (expected: 1 to 65535)");
        }
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("path: " + path + " (expected: / at its start)");
        }
    }

    /**
     * Reads {@code http://host[:port][/path][?query]}, {@code https://…} or {@code
     * tcp://host:port}; without a scheme it is HTTP.
     *
     * @throws IllegalArgumentException if it is none of these
     */
    public static Target parse(final String url) {
        final URI uri = uri(url);
        final Scheme scheme = scheme(uri, url);
        final String host = Optional.ofNullable(uri.getHost()).orElseThrow(() -> malformed(url));
        if (uri.getRawUserInfo() != null) {
            throw new IllegalArgumentException(
                    "URL: " + url + " (expected: no user; send one with an Authorization header)");
        }
        final int port = uri.getPort() < 0 ? scheme.defaultPort : uri.getPort();
        if (port == 0 && scheme == Scheme.TCP) {
            throw new IllegalArgumentException("URL: " + url + " (expected: tcp://host:port)");
        }
        final String path = Optional.ofNullable(uri.getRawPath()).orElse("");
        final String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        return new Target(
                scheme,
                host.startsWith("[") ? host.substring(1, host.length() - 1) : host,
                port,
                scheme == Scheme.TCP ? "/" : (path.isEmpty() ? "/" : path) + query);
    }

    /** Host, and port unless it is the scheme's own, as in a Host header. */
    public String authority() {
        final String name = host.contains(":") ? "[" + host + "]" : host;
        return port == scheme.defaultPort ? name : name + ":" + port;
    }

    /** The URL. */
    @Override
    public String toString() {
        return scheme.text() + "://" + authority() + (scheme == Scheme.TCP ? "" : path);
    }

    private static URI uri(final String url) {
        try {
            return new URI(url.contains("://") ? url : "http://" + url);
        } catch (final URISyntaxException malformed) {
            throw new IllegalArgumentException("URL: " + malformed.getMessage(), malformed);
        }
    }

    private static Scheme scheme(final URI uri, final String url) {
        for (final Scheme scheme : Scheme.values()) {
            if (scheme.text().equalsIgnoreCase(uri.getScheme())) {
                return scheme;
            }
        }
        throw malformed(url);
    }

    private static IllegalArgumentException malformed(final String url) {
        return new IllegalArgumentException(
                "URL: " + url + " (expected: http://, https:// or tcp:// and a host)");
    }
}
