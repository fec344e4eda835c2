package dev.harken.conf;

import java.util.List;
import java.util.Optional;

/**
 * A virtual server of the http block.
 *
 * @param names what it is called; {@code $server_name} is the first one
 * @param tls certificates and protocols; present if any address of it has {@code ssl}
 * @param http2 the {@code http2} directive; empty where the {@code listen} lines alone decide
 * @param action a {@code return} that comes before any location is looked for
 * @param stubStatus whether the status page answers where no location fits
 * @param settings what applies where no location fits
 * @param locations in order of appearance
 * @param position where the block starts
 */
public record HttpServerConfig(
        List<ServerName> names,
        Optional<TlsConfig> tls,
        Optional<Boolean> http2,
        Optional<ReturnAction> action,
        boolean stubStatus,
        HttpSettings settings,
        List<LocationConfig> locations,
        Position position) {
    /** Takes immutable copies. */
    public HttpServerConfig {
        names = List.copyOf(names);
        locations = List.copyOf(locations);
    }
}
