package dev.harken.conf;

import java.util.Objects;
import java.util.Optional;

/**
 * One thing that is wrong, or looks wrong, in a configuration.
 *
 * @param severity whether it prevents the start
 * @param message what is wrong, in nginx's words where nginx has the same check
 * @param position the word at fault; absent when no place in a file is at fault
 * @param endLine the line that the main line names: as in nginx, the one on which the directive
 *     ends; 0 without a position
 * @param hint what to do about it, or empty
 */
public record Diagnostic(
        Severity severity, String message, Optional<Position> position, int endLine, String hint) {

    /** Checks that no component is missing. */
    public Diagnostic {
        Objects.requireNonNull(severity, "severity");
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(hint, "hint");
    }

    /** Returns an error that no single place is at fault for. */
    public static Diagnostic error(final String message, final String hint) {
        return new Diagnostic(Severity.EMERG, message, Optional.empty(), 0, hint);
    }

    /** Returns an error at a place. */
    public static Diagnostic error(
            final String message, final Position position, final String hint) {
        return new Diagnostic(
                Severity.EMERG, message, Optional.of(position), position.line(), hint);
    }

    /**
     * Returns nginx's form of the main line: {@code [emerg] unknown directive "foo" in FILE:LINE}.
     */
    public String line() {
        final String place =
                position.map(at -> " in " + new Position(at.file(), endLine, 1).text()).orElse("");
        return "[" + severity.text() + "] " + message + place;
    }

    /**
     * Returns the main line and below it, where there is more to say than nginx says, the exact
     * place and the hint.
     */
    @Override
    public String toString() {
        final boolean elsewhere = position.map(at -> at.line() != endLine).orElse(false);
        if (hint.isEmpty() && !elsewhere) {
            return line();
        }
        final String place =
                position.map(
                                at ->
                                        elsewhere
                                                ? "line " + at.line() + ", column " + at.column()
                                                : "column " + at.column())
                        .orElse("");
        final String separator = place.isEmpty() || hint.isEmpty() ? "" : ": ";
        return line() + "\n    " + place + separator + hint;
    }
}
