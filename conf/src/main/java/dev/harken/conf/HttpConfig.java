package dev.harken.conf;

import java.util.List;

/**
 * The {@code http} block.
 *
 * @param servers the virtual servers in order
 * @param sockets the listening sockets to open; an address without socket options of its own on a
 *     port that also has a wildcard is served through the wildcard's socket, as in nginx
 */
public record HttpConfig(List<HttpServerConfig> servers, List<HttpSocket> sockets) {
    /** Takes immutable copies. */
    public HttpConfig {
        servers = List.copyOf(servers);
        sockets = List.copyOf(sockets);
    }
}
