package dev.harken.conf;

import java.util.List;
import java.util.Optional;

/**
 * A virtual server of the stream block.
 *
 * @param text what its {@code return} sends before the connection is closed
 * @param tls certificates and protocols; present if any address of it has {@code ssl}
 * @param accessLogs none for {@code off}
 * @param errorLogs at least one
 * @param position where the block starts
 */
public record StreamServerConfig(
        Template text,
        Optional<TlsConfig> tls,
        List<AccessLog> accessLogs,
        List<ErrorLog> errorLogs,
        Position position) {
    /** Takes immutable copies. */
    public StreamServerConfig {
        accessLogs = List.copyOf(accessLogs);
        errorLogs = List.copyOf(errorLogs);
    }
}
