package dev.harken.conf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * A block while it is read: the values set in it, and the blocks around and in it.
 *
 * <p>A value that a block does not set is that of the block around it, as in nginx.
 */
final class Scope {
    private final Context context;
    private final Optional<Scope> parent;
    private final Statement statement;
    private final Map<Directive<?>, List<Entry<?>>> entries = new HashMap<>();
    private final Set<Directive<?>> seen = new HashSet<>();
    private final Map<Class<?>, Object> states = new HashMap<>();

    Scope(final Context context, final Optional<Scope> parent, final Statement statement) {
        this.context = context;
        this.parent = parent;
        this.statement = statement;
    }

    Context context() {
        return context;
    }

    Optional<Scope> parent() {
        return parent;
    }

    /** Returns the statement that opened the block. */
    Statement statement() {
        return statement;
    }

    /** Notes a directive; returns whether it stands in this block for the first time. */
    boolean firstTime(final Directive<?> directive) {
        return seen.add(directive);
    }

    /** Returns whether a directive stands in this block or one around it, rightly or not. */
    boolean mentions(final Directive<?> directive) {
        return seen.contains(directive)
                || parent.map(outer -> outer.mentions(directive)).orElse(false);
    }

    <T> void put(final Directive<T> directive, final Entry<T> entry) {
        entries.computeIfAbsent(directive, _ -> new ArrayList<>()).add(entry);
    }

    /** Returns what this block itself says, in order. */
    @SuppressWarnings("unchecked") // put() is the only way in
    <T> List<Entry<T>> entries(final Directive<T> directive) {
        return (List<Entry<T>>) (List<?>) entries.getOrDefault(directive, List.of());
    }

    /** Returns the values this block itself sets, in order. */
    <T> List<T> values(final Directive<T> directive) {
        return entries(directive).stream().map(Entry::value).toList();
    }

    /** Returns the values of the innermost block around here that sets any. */
    <T> List<T> inheritedValues(final Directive<T> directive) {
        final List<T> own = values(directive);
        if (!own.isEmpty() || parent.isEmpty()) {
            return own;
        }
        return parent.get().inheritedValues(directive);
    }

    /** Returns the value this block itself sets. */
    <T> Optional<T> own(final Directive<T> directive) {
        return entries(directive).stream().findFirst().map(Entry::value);
    }

    /** Returns the value of the innermost block that sets one. */
    <T> Optional<T> find(final Directive<T> directive) {
        return inheritedValues(directive).stream().findFirst();
    }

    /** Returns the value of the innermost block that sets one, or the default. */
    <T> T get(final Directive<T> directive) {
        return find(directive)
                .or(directive::fallback)
                .orElseThrow(() -> new NoSuchElementException(directive.name()));
    }

    /** Returns something that the readers of several directives in this block share. */
    <S> S state(final Class<S> type, final Supplier<S> initial) {
        return type.cast(states.computeIfAbsent(type, _ -> initial.get()));
    }

    /** Keeps what the block as a whole became. */
    <S> void keep(final Class<S> type, final S result) {
        states.put(type, result);
    }

    /** Returns what the block as a whole became. */
    <S> Optional<S> kept(final Class<S> type) {
        return Optional.ofNullable(states.get(type)).map(type::cast);
    }

    /**
     * A directive that was read.
     *
     * @param value its value
     * @param statement where it stands
     * @param body its block
     */
    record Entry<T>(T value, Statement statement, Optional<Scope> body) {
        Scope block() {
            return body.orElseThrow();
        }
    }
}
