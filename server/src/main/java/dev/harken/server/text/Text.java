package dev.harken.server.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.harken.conf.LogFormat.Escape;
import dev.harken.conf.Template;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A text with variables, compiled to byte runs and direct references to the variables' code.
 *
 * @param <S> what the variables are taken from
 */
public final class Text<S> {
    private sealed interface Piece<T> {}

    @SuppressWarnings("ArrayRecordComponent") // never compared, never changed
    private record Literal<T>(byte[] bytes) implements Piece<T> {}

    private record Value<T>(Variable<T> variable) implements Piece<T> {}

    private final List<Piece<S>> pieces;
    private final Escape escape;

    private Text(final List<Piece<S>> pieces, final Escape escape) {
        this.pieces = List.copyOf(pieces);
        this.escape = escape;
    }

    /**
     * Compiles a template.
     *
     * @param variables finds a variable by name, or throws {@link IllegalArgumentException}
     * @param escape how values are written; {@link Escape#NONE} outside of logs
     * @throws IllegalArgumentException when a variable does not exist
     */
    public static <S> Text<S> compile(
            final Template template,
            final Function<String, Variable<S>> variables,
            final Escape escape) {
        return compile(template, variables, escape, "");
    }

    /** As {@link #compile(Template, Function, Escape)}, with {@code suffix} after the template. */
    public static <S> Text<S> compile(
            final Template template,
            final Function<String, Variable<S>> variables,
            final Escape escape,
            final String suffix) {
        final List<Piece<S>> pieces = new ArrayList<>();
        for (final Template.Part part : template.parts()) {
            pieces.add(
                    switch (part) {
                        case Template.Literal(final String text) ->
                                new Literal<>(text.getBytes(UTF_8));
                        case Template.Variable(final String name) ->
                                new Value<>(variables.apply(name));
                    });
        }
        if (!suffix.isEmpty()) {
            pieces.add(new Literal<>(suffix.getBytes(UTF_8)));
        }
        return new Text<>(pieces, escape);
    }

    /** Returns whether the text is the same for all subjects. */
    public boolean isConstant() {
        return pieces.stream().allMatch(Literal.class::isInstance);
    }

    /** Returns whether the text is empty for all subjects. */
    public boolean isEmpty() {
        return pieces.isEmpty();
    }

    /** Returns the bytes of a constant text. */
    public byte[] constantBytes() {
        final TextBuffer out = new TextBuffer();
        for (final Piece<S> piece : pieces) {
            if (piece instanceof Literal<S>(final byte[] bytes)) {
                out.append(bytes);
            }
        }
        return out.toByteArray();
    }

    /** Appends the text for one subject. */
    public void appendTo(final TextBuffer out, final S subject) {
        for (int i = 0; i < pieces.size(); i++) {
            switch (pieces.get(i)) {
                case Literal<S>(final byte[] bytes) -> out.append(bytes);
                case Value<S>(final Variable<S> variable) -> {
                    final int start = out.length();
                    variable.append(subject, out);
                    if (escape != Escape.NONE) {
                        LogEscape.apply(escape, out, start);
                    }
                }
            }
        }
    }

    /** Returns the bytes for one subject, composed in {@code scratch}. */
    public byte[] bytes(final TextBuffer scratch, final S subject) {
        appendTo(scratch, subject);
        return scratch.toByteArray();
    }

    /** Returns the text for one subject with one character per byte. */
    public String latin1(final TextBuffer scratch, final S subject) {
        return new String(bytes(scratch, subject), ISO_8859_1);
    }

    /** Returns the text for one subject, read as UTF-8: for file names. */
    public String utf8(final TextBuffer scratch, final S subject) {
        return new String(bytes(scratch, subject), UTF_8);
    }
}
