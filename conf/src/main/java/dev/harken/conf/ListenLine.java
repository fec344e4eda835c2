package dev.harken.conf;

import java.util.List;

/**
 * A {@code listen} line as it was read.
 *
 * @param addresses all it stands for: more than one for a port range or a host name
 * @param options socket options
 * @param explicit whether it gives any socket option, so that its addresses get sockets of their
 *     own
 * @param defaultServer whether its server is the one where no name fits
 * @param ssl whether connections start with a TLS handshake
 * @param http2 whether HTTP/2 is offered
 * @param udp whether it takes datagrams
 * @param statement where it stands
 */
record ListenLine(
        List<ListenAddress> addresses,
        ListenOptions options,
        boolean explicit,
        boolean defaultServer,
        boolean ssl,
        boolean http2,
        boolean udp,
        Statement statement) {

    /** Returns a line that gives addresses and nothing else. */
    static ListenLine plain(final List<ListenAddress> addresses, final Statement statement) {
        return new ListenLine(
                addresses, ListenOptions.DEFAULT, false, false, false, false, false, statement);
    }
}
