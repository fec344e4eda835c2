package dev.harken.conf;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * A text with variables, compiled when the configuration is read: each variable is known to exist.
 *
 * @param parts what the text consists of, in order; no two literals follow each other
 */
public record Template(List<Part> parts) {
    /** The empty text. */
    public static final Template EMPTY = new Template(List.of());

    /** Takes an immutable copy. */
    public Template {
        parts = List.copyOf(parts);
    }

    /** Returns a text without variables. */
    public static Template literal(final String text) {
        return text.isEmpty() ? EMPTY : new Template(List.of(new Literal(text)));
    }

    /** Returns whether the text contains no variable. */
    public boolean isLiteral() {
        return parts.stream().allMatch(Literal.class::isInstance);
    }

    /** Returns whether the text is empty whatever the request. */
    public boolean isEmpty() {
        return parts.isEmpty();
    }

    /**
     * Returns the text with each variable replaced.
     *
     * @param values gives the value for a variable's name (without the dollar sign)
     */
    public String evaluate(final UnaryOperator<String> values) {
        if (parts.size() == 1 && parts.getFirst() instanceof Literal(final String text)) {
            return text;
        }
        final StringBuilder result = new StringBuilder();
        for (final Part part : parts) {
            switch (part) {
                case Literal(final String text) -> result.append(text);
                case Variable(final String name) -> result.append(values.apply(name));
            }
        }
        return result.toString();
    }

    /** Returns the text as it was written, variables as <code>${name}</code>. */
    @Override
    public String toString() {
        return parts.stream().map(Part::toString).collect(Collectors.joining());
    }

    /** A piece of a template. */
    public sealed interface Part {}

    /**
     * Text that stands for itself.
     *
     * @param text not empty
     */
    public record Literal(String text) implements Part {
        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * The value of a variable.
     *
     * @param name lower-case name without the dollar sign, such as {@code remote_addr}
     */
    public record Variable(String name) implements Part {
        @Override
        public String toString() {
            return "${" + name + "}";
        }
    }
}
