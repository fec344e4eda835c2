package dev.harken.conf;

import java.util.List;

/**
 * An address that HTTP is spoken on, and its virtual servers.
 *
 * @param address the address
 * @param ssl whether connections start with a TLS handshake
 * @param http2 whether HTTP/2 is offered; over TLS by ALPN, else with prior knowledge
 * @param defaultServer the server where no name fits
 * @param servers all servers of this address in order, the default one included
 */
public record HttpAddress(
        ListenAddress address,
        boolean ssl,
        boolean http2,
        HttpServerConfig defaultServer,
        List<HttpServerConfig> servers) {
    /** Takes an immutable copy. */
    public HttpAddress {
        servers = List.copyOf(servers);
    }
}
