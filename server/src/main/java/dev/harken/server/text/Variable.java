package dev.harken.server.text;

/**
 * The code behind a {@code $name}.
 *
 * @param <S> what the value is taken from: a request or a session
 */
@FunctionalInterface
public interface Variable<S> {
    /** Appends the value, or nothing where there is none. */
    void append(S subject, TextBuffer out);
}
