package dev.harken.server.http;

import org.jspecify.annotations.Nullable;

/**
 * A {@code server} block, compiled.
 *
 * @param name its first name, for {@code $server_name}
 * @param settings what applies where no location fits
 * @param action what its own {@code return} answers to every request; null without one
 * @param locations what is looked up by path
 * @param otherwise what answers where no location fits
 */
record VirtualServer(
        String name,
        Settings settings,
        @Nullable Content action,
        Locations locations,
        Content otherwise) {}
