package dev.harken.conf;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The {@code types} map from file name extension to media type.
 *
 * @param byExtension lower-case extension without the dot to media type
 */
public record MimeTypes(Map<String, String> byExtension) {
    /** What nginx knows when no {@code types} block is given: html, gif and jpg. */
    public static final MimeTypes DEFAULT =
            new MimeTypes(Map.of("html", "text/html", "gif", "image/gif", "jpg", "image/jpeg"));

    /** Takes an immutable copy. */
    public MimeTypes {
        byExtension = Map.copyOf(byExtension);
    }

    /**
     * Returns the media type for a path by what follows the last dot of its last segment, or empty
     * where {@code default_type} applies.
     */
    public Optional<String> of(final String path) {
        final int dot = path.lastIndexOf('.');
        if (dot < 0 || dot < path.lastIndexOf('/')) {
            return Optional.empty();
        }
        final String extension = path.substring(dot + 1).toLowerCase(Locale.ROOT);
        return Optional.ofNullable(byExtension.get(extension));
    }
}
