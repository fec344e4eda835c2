package dev.harken.conf;

import static dev.harken.conf.ListenParameter.Place.HTTP;
import static dev.harken.conf.ListenParameter.Place.STREAM;
import static dev.harken.conf.ListenParameter.Place.UDP;
import static dev.harken.conf.ListenParameter.Place.UNIX;

import dev.harken.conf.Directive.Origin;

import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A row of the table of {@code listen} parameters.
 *
 * @param name name without the equals sign
 * @param value how the documentation writes its value; empty for a parameter that has none
 * @param places where it may stand, and with which kinds of address
 * @param origin whose it is
 * @param option whether it is a socket option, so that its address gets a socket of its own
 * @param summary what it does
 */
record ListenParameter(
        String name,
        String value,
        Set<Place> places,
        Origin origin,
        boolean option,
        String summary) {

    /** Blocks and kinds of address. */
    enum Place {
        HTTP,
        STREAM,
        UDP,
        UNIX
    }

    /** All parameters, in the order in which nginx checks what goes with UDP. */
    static final List<ListenParameter> ALL =
            List.of(
                    role("default_server", "The server where no name fits.", HTTP, UNIX),
                    option(
                            "backlog",
                            "number",
                            "Length of the accept queue; 511 by default.",
                            HTTP,
                            STREAM,
                            UNIX),
                    role("ssl", "TLS.", HTTP, STREAM, UNIX),
                    role("http2", "HTTP/2, over TLS by ALPN.", HTTP, UNIX),
                    option(
                            "so_keepalive",
                            "on|off|idle:interval:count",
                            "TCP keep-alive; each of the three times may be missing.",
                            HTTP,
                            STREAM,
                            UNIX),
                    option(
                            "fastopen",
                            "number",
                            "TCP Fast Open, with a queue of that length.",
                            HTTP,
                            STREAM),
                    role("udp", "Datagrams.", STREAM, UDP),
                    option(
                            "bind",
                            "",
                            "A socket of its own, though a wildcard has the port.",
                            HTTP,
                            STREAM,
                            UDP,
                            UNIX),
                    option("rcvbuf", "size", "SO_RCVBUF.", HTTP, STREAM, UDP, UNIX),
                    option("sndbuf", "size", "SO_SNDBUF.", HTTP, STREAM, UDP, UNIX),
                    option("deferred", "", "TCP_DEFER_ACCEPT of one second.", HTTP),
                    option(
                            "ipv6only",
                            "on|off",
                            "IPV6_V6ONLY; on by default.",
                            HTTP,
                            STREAM,
                            UDP,
                            UNIX),
                    option(
                            "reuseport",
                            "",
                            "One socket per worker; the kernel spreads connections over them.",
                            HTTP,
                            STREAM,
                            UDP),
                    option("multipath", "", "Multipath TCP.", HTTP, STREAM),
                    own(
                            "shards",
                            "number",
                            "One socket for each of that many shards.",
                            HTTP,
                            STREAM,
                            UDP),
                    own(
                            "accept",
                            "reuseport|exclusive|mutex|herd|dispatch",
                            "How connections reach the workers.",
                            HTTP,
                            STREAM,
                            UNIX),
                    own(
                            "incoming_cpu",
                            "",
                            "Each shard takes what arrives on its worker's CPU.",
                            HTTP,
                            STREAM,
                            UDP),
                    own("defer_accept", "time", "TCP_DEFER_ACCEPT of that time.", HTTP, STREAM),
                    own(
                            "transparent",
                            "",
                            "IP_TRANSPARENT: takes connections to foreign addresses.",
                            HTTP,
                            STREAM,
                            UDP),
                    own(
                            "freebind",
                            "",
                            "IP_FREEBIND: binds addresses the host does not have yet.",
                            HTTP,
                            STREAM,
                            UDP),
                    own("mark", "number", "SO_MARK.", HTTP, STREAM, UDP),
                    own("device", "interface", "SO_BINDTODEVICE.", HTTP, STREAM, UDP));

    private static ListenParameter role(
            final String name, final String summary, final Place... places) {
        return new ListenParameter(
                name, "", EnumSet.copyOf(List.of(places)), Origin.NGINX, false, summary);
    }

    private static ListenParameter option(
            final String name, final String value, final String summary, final Place... places) {
        return new ListenParameter(
                name, value, EnumSet.copyOf(List.of(places)), Origin.NGINX, true, summary);
    }

    private static ListenParameter own(
            final String name, final String value, final String summary, final Place... places) {
        return new ListenParameter(
                name, value, EnumSet.copyOf(List.of(places)), Origin.HARKEN, true, summary);
    }

    /** Returns the parameter of a name, if it takes a value as said. */
    static Optional<ListenParameter> of(final String name, final boolean hasValue) {
        return ALL.stream()
                .filter(row -> row.name.equals(name) && row.value.isEmpty() != hasValue)
                .findFirst();
    }

    /** Returns the parameter as it is written, up to its value. */
    String text() {
        return value.isEmpty() ? name : name + "=";
    }
}
