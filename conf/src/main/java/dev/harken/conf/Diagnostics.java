package dev.harken.conf;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what is wrong with a configuration while it is read. One thread. */
final class Diagnostics {
    private static final int LIMIT_COUNT = 100;

    private final List<Diagnostic> found = new ArrayList<>();
    private int errorCount;
    private int droppedCount;

    void error(final Statement at, final Fault fault) {
        final Position position = fault.word().map(at::position).orElseGet(at::position);
        add(
                new Diagnostic(
                        Severity.EMERG,
                        fault.message(),
                        Optional.of(position),
                        at.line(),
                        fault.hint()));
    }

    /** Reports that a file can't go on where it stands. */
    void error(final String message, final Position position, final String hint) {
        add(Diagnostic.error(message, position, hint));
    }

    /** Reports an error that is nowhere, or whose message names the place itself. */
    void error(final String message, final String hint) {
        add(Diagnostic.error(message, hint));
    }

    void warn(final Statement at, final Word word, final String message, final String hint) {
        add(
                new Diagnostic(
                        Severity.WARN, message, Optional.of(at.position(word)), at.line(), hint));
    }

    /** Warns of something that is nowhere, or whose hint names the place. */
    void warn(final String message, final String hint) {
        add(new Diagnostic(Severity.WARN, message, Optional.empty(), 0, hint));
    }

    private void add(final Diagnostic diagnostic) {
        if (diagnostic.severity() == Severity.EMERG) {
            errorCount++;
        }
        if (found.size() < LIMIT_COUNT) {
            found.add(diagnostic);
        } else {
            droppedCount++;
        }
    }

    boolean hasErrors() {
        return errorCount > 0;
    }

    /** Returns what was found so far, in order, with a last line for what was too much to list. */
    List<Diagnostic> list() {
        final List<Diagnostic> result = new ArrayList<>(found);
        if (droppedCount > 0) {
            result.add(Diagnostic.error(droppedCount + " more errors and warnings", ""));
        }
        return List.copyOf(result);
    }
}
