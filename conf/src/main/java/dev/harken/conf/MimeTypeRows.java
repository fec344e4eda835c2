package dev.harken.conf;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Turns the rows of {@code types} blocks into a map. */
final class MimeTypeRows {
    private MimeTypeRows() {}

    /** Adds a block's rows to those of the blocks before it in the same place. */
    static void assemble(
            final Scope block, final Environment environment, final Diagnostics diagnostics) {
        final Found found = block.parent().orElseThrow().state(Found.class, Found::new);
        for (final Statement row : block.state(Rows.class, Rows::new).list()) {
            found.add(row, diagnostics);
        }
    }

    /** Returns the types of the innermost block around here that names any. */
    static MimeTypes types(final Scope scope) {
        if (!scope.entries(HttpDirectives.TYPES).isEmpty() || scope.parent().isEmpty()) {
            return scope.kept(Found.class)
                    .map(found -> new MimeTypes(found.byExtension))
                    .orElse(MimeTypes.DEFAULT);
        }
        return types(scope.parent().get());
    }

    private static final class Found {
        private final Map<String, String> byExtension = new HashMap<>();

        void add(final Statement row, final Diagnostics diagnostics) {
            final String type = row.name();
            final List<Word> extensions = row.words().subList(1, row.words().size());
            for (final Word word : extensions) {
                final String extension = word.text().toLowerCase(Locale.ROOT);
                final String previous = byExtension.put(extension, type);
                if (previous != null) {
                    diagnostics.warn(
                            row,
                            word,
                            "duplicate extension \""
                                    + extension
                                    + "\", content type: \""
                                    + type
                                    + "\", previous content type: \""
                                    + previous
                                    + "\"",
                            "the last one counts");
                }
            }
        }
    }
}
