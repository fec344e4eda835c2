package dev.harken.conf;

import java.util.Objects;
import java.util.Optional;

/**
 * One thing that is wrong, or looks wrong, in a configuration.
 *
 * @param severity whether it prevents the start
 * @param message what is wrong, in nginx's words where nginx has the same check
 * @param position where; absent when no place in a file is at fault
 * @param hint what to do about it, or empty
 */
public record Diagnostic(
        Severity severity, String message, Optional<Position> position, String hint) {

    /** Checks that no component is missing. */
    public Diagnostic {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(hint, "hint");
    }

    /**
     * Returns nginx's form of the main line: {@code [emerg] unknown directive "foo" in FILE:LINE}.
     */
    public String line() {
        final String place = position.map(at -> " in " + at.text()).orElse("");
        return "[" + severity.text() + "] " + message + place;
    }

    /** Returns {@link #line()}, and below it, if there is one, the hint with the column. */
    @Override
    public String toString() {
        if (hint.isEmpty()) {
            return line();
        }
        final String column = position.map(at -> "column " + at.column() + ": ").orElse("");
        return line() + "\n    " + column + hint;
    }
}
