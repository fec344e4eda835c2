package dev.harken.conf;

import java.util.List;
import java.util.Set;

/** The arguments of one directive, and what their meaning depends on. */
final class Arguments {
    private final Statement statement;
    private final Scope scope;
    private final Environment environment;
    private final Diagnostics diagnostics;
    private final Set<String> withoutEffect;

    Arguments(
            final Statement statement,
            final Scope scope,
            final Environment environment,
            final Diagnostics diagnostics,
            final Set<String> withoutEffect) {
        this.statement = statement;
        this.scope = scope;
        this.environment = environment;
        this.diagnostics = diagnostics;
        this.withoutEffect = withoutEffect;
    }

    Statement statement() {
        return statement;
    }

    /** Returns the block that the directive stands in. */
    Scope scope() {
        return scope;
    }

    Environment environment() {
        return environment;
    }

    /** Returns the number of arguments, the name of the directive not counted. */
    int count() {
        return statement.words().size() - 1;
    }

    /** Returns argument {@code index}, from 1. */
    Word word(final int index) {
        return statement.words().get(index);
    }

    String text(final int index) {
        return word(index).text();
    }

    /** Returns the arguments from {@code index} on. */
    List<Word> from(final int index) {
        return statement.words().subList(index, statement.words().size());
    }

    /** Returns a fault of nginx's short form: {@code "NAME" directive WHAT}. */
    Fault fault(final String what, final Word word) {
        return Fault.of("\"" + statement.name() + "\" directive " + what, word);
    }

    /** Reports a fault and lets the reader go on to the next argument. */
    void report(final Fault fault) {
        diagnostics.error(statement, fault);
    }

    /** Notes that a part of the directive does nothing here. */
    void withoutEffect(final String part) {
        withoutEffect.add(statement.name() + " " + part);
    }

    void warn(final Word word, final String message, final String hint) {
        diagnostics.warn(statement, word, message, hint);
    }
}
