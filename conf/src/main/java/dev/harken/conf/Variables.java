package dev.harken.conf;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The variables that a configuration can use; whoever evaluates a {@link Template} provides each.
 */
public final class Variables {
    /** Which variables there are depends on what is served. */
    public enum Family {
        /** Those of a request. */
        HTTP,
        /** Those of a TCP or UDP session. */
        STREAM
    }

    private static final Map<String, String> COMMON = common();
    private static final Map<String, String> HTTP = http();
    private static final Map<String, String> HTTP_PREFIXES = httpPrefixes();
    private static final Map<String, String> STREAM = stream();

    private Variables() {}

    /** Returns the names in a family, each with what it stands for. */
    public static Map<String, String> of(final Family family) {
        return family == Family.HTTP ? HTTP : STREAM;
    }

    /**
     * Returns the beginnings of names in a family that end in a name of the request, such as {@code
     * arg_}, each with what it stands for.
     */
    public static Map<String, String> prefixesOf(final Family family) {
        return family == Family.HTTP ? HTTP_PREFIXES : Map.of();
    }

    /** Returns whether a lower-case name is one of the family's. */
    static boolean isKnown(final Family family, final String name) {
        return of(family).containsKey(name) || prefix(family, name).isPresent();
    }

    private static Optional<String> prefix(final Family family, final String name) {
        return prefixesOf(family).keySet().stream()
                .filter(start -> name.length() > start.length() && name.startsWith(start))
                .findFirst();
    }

    /** Returns all names of a family, to find what a mistyped one was meant to be. */
    static Set<String> names(final Family family) {
        return of(family).keySet();
    }

    private static Map<String, String> common() {
        final Map<String, String> names = new TreeMap<>();
        names.put("bytes_sent", "bytes sent to the client");
        names.put("connection", "serial number of the connection");
        names.put("harken_shard", "number of the listening socket's shard, from 0");
        names.put("harken_worker", "number of the worker, from 0");
        names.put("hostname", "name of this host");
        names.put("msec", "time of day in seconds with milliseconds");
        names.put("nginx_version", "the nginx version whose language this is");
        names.put("pid", "process id");
        names.put("remote_addr", "address of the client");
        names.put("remote_port", "port of the client");
        names.put("server_addr", "local address of the connection");
        names.put("server_port", "local port of the connection");
        names.put("ssl_cipher", "cipher of the TLS session");
        names.put("ssl_protocol", "version of TLS, such as TLSv1.3");
        names.put("ssl_server_name", "host name the client asked for by SNI");
        names.put("status", "status of the response or session");
        names.put("time_iso8601", "local time, ISO 8601");
        names.put("time_local", "local time in the common log format");
        return names;
    }

    private static Map<String, String> http() {
        final Map<String, String> names = new TreeMap<>(COMMON);
        names.put("args", "query of the request line");
        names.put("body_bytes_sent", "bytes of the response without its header");
        names.put("connection_requests", "requests on this connection so far, this one included");
        names.put("connection_time", "age of the connection in seconds, with milliseconds");
        names.put("connections_active", "open connections, as on the status page");
        names.put("connections_reading", "connections whose request is being read");
        names.put("connections_waiting", "idle connections");
        names.put("connections_writing", "connections whose response is being written");
        names.put("content_length", "Content-Length of the request");
        names.put("content_type", "Content-Type of the request");
        names.put("document_root", "root of the request");
        names.put("document_uri", "same as $uri");
        names.put(
                "host", "host of the request line, else of the Host header, else the server name");
        names.put("http2", "h2 over TLS, h2c without, empty for other versions of HTTP");
        names.put("https", "\"on\" over TLS, else empty");
        names.put("is_args", "\"?\" if there is a query, else empty");
        names.put("pipe", "\"p\" if the request was pipelined, else \".\"");
        names.put("query_string", "same as $args");
        names.put("remote_user", "user name of basic authentication");
        names.put("request", "the whole request line");
        names.put("request_filename", "path of the file: root and $uri");
        names.put("request_id", "32 random hexadecimal digits");
        names.put("request_length", "bytes of the request with its header");
        names.put("request_method", "method, such as GET");
        names.put("request_time", "seconds since the first byte, with milliseconds");
        names.put("request_uri", "path and query as the client sent them");
        names.put("scheme", "http or https");
        names.put("ssl_alpn_protocol", "protocol chosen by ALPN, such as h2");
        names.put("server_name", "first name of the server that handles the request");
        names.put("server_protocol", "HTTP/1.0, HTTP/1.1 or HTTP/2.0");
        names.put("uri", "path of the request, decoded and without dot segments");
        return Collections.unmodifiableMap(names);
    }

    private static Map<String, String> httpPrefixes() {
        final Map<String, String> names = new TreeMap<>();
        names.put("arg_", "argument of the query");
        names.put("cookie_", "cookie");
        names.put("http_", "header field of the request, dashes as underscores");
        return Collections.unmodifiableMap(names);
    }

    private static Map<String, String> stream() {
        final Map<String, String> names = new TreeMap<>(COMMON);
        names.put("bytes_received", "bytes received from the client");
        names.put("protocol", "TCP or UDP");
        names.put("session_time", "seconds since the session began, with milliseconds");
        return Collections.unmodifiableMap(names);
    }
}
