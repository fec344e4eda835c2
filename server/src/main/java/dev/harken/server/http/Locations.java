package dev.harken.server.http;

import org.jspecify.annotations.Nullable;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the location for a path in nginx's order: the exact one, else the longest prefix.
 *
 * <p>Prefixes stand by falling length, so that a later kind of location that ranks between the two
 * (nginx's regular expressions) is one more step in {@link #find}.
 */
final class Locations {
    private final Map<String, Location> exact;
    private final Location[] prefixes;

    /**
     * Makes the lookup.
     *
     * @param exact locations for one path each
     * @param prefixes locations for all paths that start with theirs
     */
    Locations(final List<Location> exact, final List<Location> prefixes) {
        final Map<String, Location> map = new HashMap<>();
        exact.forEach(location -> map.put(location.path(), location));
        this.exact = Map.copyOf(map);
        this.prefixes =
                prefixes.stream()
                        .sorted(
                                Comparator.comparingInt(
                                        (Location location) -> -location.path().length()))
                        .toArray(Location[]::new);
    }

    /** Returns the location for a decoded path, or null where none fits. */
    @Nullable Location find(final String path) {
        if (!exact.isEmpty()) {
            final Location location = exact.get(path);
            if (location != null) {
                return location;
            }
        }
        for (final Location location : prefixes) {
            if (path.startsWith(location.path())) {
                return location;
            }
        }
        return null;
    }
}
