package dev.harken.conf;

import java.util.Optional;

/**
 * A {@code location} block.
 *
 * @param match which request paths it is for
 * @param action its {@code return}
 * @param stubStatus whether it answers with the status page
 * @param settings inherited and complete
 * @param position where the block starts
 */
public record LocationConfig(
        Match match,
        Optional<ReturnAction> action,
        boolean stubStatus,
        HttpSettings settings,
        Position position) {

    /** Which request paths a location is for. */
    public sealed interface Match {
        /** Returns the path as it was written. */
        String path();

        /**
         * Paths that start with this one; the longest prefix wins.
         *
         * @param path prefix
         */
        record Prefix(String path) implements Match {}

        /**
         * This path alone; wins over any prefix.
         *
         * @param path whole path
         */
        record Exact(String path) implements Match {}
    }
}
