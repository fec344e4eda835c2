package dev.harken.conf;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * A row of a directive table: all there is to know about a directive except what it is for.
 *
 * @param <T> type of its value
 */
final class Directive<T> {
    private static final int MANY = Integer.MAX_VALUE;

    private final String name;
    private final Set<Context> contexts;
    private final Set<Context> missingIn;
    private final ValueType<T> type;
    private final int leastArguments;
    private final int mostArguments;
    private final boolean repeatable;
    private final Optional<Context> opens;
    private final Optional<BlockEnd> end;
    private final Optional<T> fallback;
    private final String fallbackText;
    private final Origin origin;
    private final boolean effective;
    private final String summary;
    private final String note;

    private Directive(final Builder<T> builder) {
        name = builder.name;
        contexts = builder.contexts;
        missingIn = builder.missingIn;
        type = builder.type;
        leastArguments = builder.leastArguments;
        mostArguments = builder.mostArguments;
        repeatable = builder.repeatable;
        opens = builder.opens;
        end = builder.end;
        fallback = builder.fallback;
        fallbackText = builder.fallbackText;
        origin = builder.origin;
        effective = builder.effective;
        summary = builder.summary;
        note = builder.note;
    }

    /** Starts a row for a directive with one argument that may stand once in a block. */
    static <T> Builder<T> of(final String name, final ValueType<T> type) {
        return new Builder<>(name, type);
    }

    String name() {
        return name;
    }

    Set<Context> contexts() {
        return contexts;
    }

    /** Returns the contexts that nginx allows it in and that it is not supported in here. */
    Set<Context> missingIn() {
        return missingIn;
    }

    ValueType<T> type() {
        return type;
    }

    /** Returns whether it takes that many arguments. */
    boolean takes(final int argumentCount) {
        return argumentCount >= leastArguments && argumentCount <= mostArguments;
    }

    boolean repeatable() {
        return repeatable;
    }

    /** Returns the context inside its block; empty if it has none. */
    Optional<Context> opens() {
        return opens;
    }

    /** Returns what happens when its block has been read. */
    Optional<BlockEnd> end() {
        return end;
    }

    /** Returns the value where none is set. */
    Optional<T> fallback() {
        return fallback;
    }

    /** Returns the default as the documentation writes it, or an empty text. */
    String fallbackText() {
        return fallbackText;
    }

    Origin origin() {
        return origin;
    }

    /** Returns whether it does anything here, rather than just being accepted. */
    boolean effective() {
        return effective;
    }

    String summary() {
        return summary;
    }

    /** Returns where it differs from nginx, or an empty text. */
    String note() {
        return note;
    }

    /** Returns how it is written: name, arguments and what ends it. */
    String syntax() {
        final String arguments = type.syntax().isEmpty() ? "" : " " + type.syntax();
        return name + arguments + (opens.isPresent() ? " { ... }" : ";");
    }

    /** Whose directive it is. */
    enum Origin {
        NGINX,
        HARKEN
    }

    /** Looks at a block when it has been read as a whole. */
    @FunctionalInterface
    interface BlockEnd {
        void accept(Scope block, Environment environment, Diagnostics diagnostics);
    }

    /** Builds a row. */
    static final class Builder<T> {
        private final String name;
        private final ValueType<T> type;
        private Set<Context> contexts = EnumSet.noneOf(Context.class);
        private Set<Context> missingIn = EnumSet.noneOf(Context.class);
        private int leastArguments = 1;
        private int mostArguments = 1;
        private boolean repeatable;
        private Optional<Context> opens = Optional.empty();
        private Optional<BlockEnd> end = Optional.empty();
        private Optional<T> fallback = Optional.empty();
        private String fallbackText = "";
        private Origin origin = Origin.NGINX;
        private boolean effective = true;
        private String summary = "";
        private String note = "";

        private Builder(final String name, final ValueType<T> type) {
            this.name = name;
            this.type = type;
        }

        Builder<T> in(final Context... where) {
            contexts = EnumSet.copyOf(Arrays.asList(where));
            return this;
        }

        Builder<T> in(final Set<Context> where) {
            contexts = EnumSet.copyOf(where);
            return this;
        }

        Builder<T> missingIn(final Context... where) {
            missingIn = EnumSet.copyOf(Arrays.asList(where));
            return this;
        }

        Builder<T> arguments(final int least, final int most) {
            leastArguments = least;
            mostArguments = most;
            return this;
        }

        Builder<T> noArguments() {
            return arguments(0, 0);
        }

        Builder<T> atLeast(final int least) {
            return arguments(least, MANY);
        }

        Builder<T> repeatable() {
            repeatable = true;
            return this;
        }

        Builder<T> block(final Context inside) {
            opens = Optional.of(inside);
            return this;
        }

        Builder<T> atEnd(final BlockEnd action) {
            end = Optional.of(action);
            return this;
        }

        Builder<T> byDefault(final T value, final String text) {
            fallback = Optional.of(value);
            fallbackText = text;
            return this;
        }

        /** Names a default that is decided elsewhere. */
        Builder<T> byDefault(final String text) {
            fallbackText = text;
            return this;
        }

        Builder<T> ofHarken() {
            origin = Origin.HARKEN;
            return this;
        }

        Builder<T> withoutEffect() {
            effective = false;
            return this;
        }

        Builder<T> note(final String text) {
            note = text;
            return this;
        }

        Directive<T> says(final String text) {
            summary = text;
            return new Directive<>(this);
        }
    }
}
