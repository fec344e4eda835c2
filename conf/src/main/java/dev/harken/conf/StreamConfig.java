package dev.harken.conf;

import java.util.List;

/**
 * The {@code stream} block.
 *
 * @param servers the virtual servers in order
 * @param sockets the listening sockets to open
 */
public record StreamConfig(List<StreamServerConfig> servers, List<StreamSocket> sockets) {
    /** Takes immutable copies. */
    public StreamConfig {
        servers = List.copyOf(servers);
        sockets = List.copyOf(sockets);
    }
}
