package dev.harken.conf;

import java.util.ArrayList;
import java.util.List;

/** The rows of a block that holds data instead of directives, such as {@code types}. */
final class Rows {
    private final List<Statement> rows = new ArrayList<>();

    void add(final Statement row) {
        rows.add(row);
    }

    List<Statement> list() {
        return List.copyOf(rows);
    }
}
