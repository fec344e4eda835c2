package dev.harken.conf;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads statements, looks each up in the directive tables and fills scopes, in nginx's order, so
 * that the first error is the one nginx stops at. One thread, one configuration.
 */
final class ConfigReader {
    private final Environment environment;
    private final Diagnostics diagnostics;
    private final Sources sources = new Sources();
    private final Set<String> withoutEffect = new LinkedHashSet<>();

    ConfigReader(final Environment environment, final Diagnostics diagnostics) {
        this.environment = environment;
        this.diagnostics = diagnostics;
    }

    List<SourceFile> files() {
        return sources.files();
    }

    /** Returns the names of the directives met that do nothing here. */
    List<String> withoutEffect() {
        return List.copyOf(withoutEffect);
    }

    /** Reads a text that is no file. */
    void readText(final String name, final String text, final Scope scope) {
        read(new Lexer(name, text, diagnostics), scope, Optional.empty());
    }

    /** Reads the main file. */
    void readFile(final Path path, final Scope scope) {
        try {
            read(sources.open(path.toString()), scope);
        } catch (final Fault fault) {
            diagnostics.error(fault.message(), fault.hint());
        }
    }

    private void read(final SourceFile source, final Scope scope) {
        read(new Lexer(source.name(), source.content(), diagnostics), scope, Optional.empty());
        sources.close();
    }

    /**
     * Reads to the end of a file or block.
     *
     * @param opened the statement that opened the block; empty in the outermost level of a file
     */
    private void read(final Lexer lexer, final Scope scope, final Optional<Statement> opened) {
        while (true) {
            final Statement statement = lexer.next();
            switch (statement.kind()) {
                case END -> {
                    unclosed(statement, opened);
                    return;
                }
                case CLOSE -> {
                    if (opened.isPresent()) {
                        return;
                    }
                    diagnostics.error("unexpected \"}\"", statement.end(), "no block is open here");
                }
                case SIMPLE, OPEN -> statement(lexer, scope, statement);
            }
        }
    }

    private void unclosed(final Statement end, final Optional<Statement> opened) {
        if (opened.isEmpty() || end.broken()) {
            return;
        }
        final Position start = opened.get().position();
        diagnostics.error(
                "unexpected end of file, expecting \"}\"",
                end.end(),
                "the block \""
                        + opened.get().name()
                        + "\" opened in "
                        + start.text()
                        + " is not closed");
    }

    private void statement(final Lexer lexer, final Scope scope, final Statement statement) {
        if (statement.broken()) {
            skipBlock(lexer, statement);
            return;
        }
        if (statement.kind() == Statement.Kind.OPEN
                && Position.COMMAND_LINE.equals(statement.file())) {
            diagnostics.error(
                    statement, Fault.of("block directives are not supported in -g option"));
            skipBlock(lexer, statement);
            return;
        }
        try {
            if (scope.context() == Context.ROWS) {
                row(scope, statement);
            } else {
                directive(
                        lexer,
                        scope,
                        statement,
                        DirectiveLookup.find(scope.context(), statement.words().getFirst()));
            }
        } catch (final Fault fault) {
            diagnostics.error(statement, fault);
            skipBlock(lexer, statement);
        }
    }

    /** Skips the block of a statement that was refused; what is in it is only split into words. */
    private void skipBlock(final Lexer lexer, final Statement statement) {
        int depth = statement.kind() == Statement.Kind.OPEN ? 1 : 0;
        while (depth > 0) {
            final Statement next = lexer.next();
            switch (next.kind()) {
                case OPEN -> depth++;
                case CLOSE -> depth--;
                case SIMPLE -> {}
                case END -> {
                    if (!statement.words().isEmpty()) {
                        unclosed(next, Optional.of(statement));
                    }
                    return;
                }
            }
        }
    }

    private void row(final Scope scope, final Statement statement) throws Fault {
        if (statement.kind() == Statement.Kind.OPEN) {
            throw Fault.of("unexpected \"{\"");
        }
        if (statement.name().equals(CoreDirectives.INCLUDE.name())) {
            if (statement.words().size() != 2) {
                throw arity(CoreDirectives.INCLUDE, statement);
            }
            include(scope, statement);
            return;
        }
        scope.state(Rows.class, Rows::new).add(statement);
    }

    private <T> void directive(
            final Lexer lexer,
            final Scope scope,
            final Statement statement,
            final Directive<T> directive)
            throws Fault {
        final boolean first = scope.firstTime(directive);
        final boolean hasBlock = statement.kind() == Statement.Kind.OPEN;
        if (directive.opens().isEmpty() && hasBlock) {
            throw Fault.of("directive \"" + directive.name() + "\" is not terminated by \";\"");
        }
        if (directive.opens().isPresent() && !hasBlock) {
            throw Fault.of("directive \"" + directive.name() + "\" has no opening \"{\"");
        }
        if (!directive.takes(statement.words().size() - 1)) {
            throw arity(directive, statement);
        }
        if (directive == CoreDirectives.INCLUDE) {
            include(scope, statement);
            return;
        }
        if (!first && !directive.repeatable()) {
            throw Fault.of("\"" + directive.name() + "\" directive is duplicate")
                    .hint("one is enough in each block");
        }
        if (!directive.effective()) {
            withoutEffect.add(directive.name());
        }
        final Optional<T> value = value(scope, statement, directive);
        final Optional<Scope> body =
                directive.opens().map(inside -> body(lexer, scope, statement, directive, inside));
        if (value.isPresent()) {
            scope.put(directive, new Scope.Entry<>(value.get(), statement, body));
        }
    }

    /** A block whose arguments are wrong is read all the same, for the errors in it. */
    private <T> Optional<T> value(
            final Scope scope, final Statement statement, final Directive<T> directive) {
        try {
            final Arguments arguments =
                    new Arguments(statement, scope, environment, diagnostics, withoutEffect);
            return Optional.of(directive.type().reader().read(arguments));
        } catch (final Fault fault) {
            diagnostics.error(statement, fault);
        } catch (final InvalidPathException e) {
            diagnostics.error(
                    statement,
                    Fault.of("invalid path \"" + e.getInput() + "\"").hint(e.getReason()));
        }
        return Optional.empty();
    }

    private Scope body(
            final Lexer lexer,
            final Scope scope,
            final Statement statement,
            final Directive<?> directive,
            final Context inside) {
        final Scope body = new Scope(inside, Optional.of(scope), statement);
        read(lexer, body, Optional.of(statement));
        directive.end().ifPresent(end -> end.accept(body, environment, diagnostics));
        return body;
    }

    private static Fault arity(final Directive<?> directive, final Statement statement) {
        final String hint =
                statement.words().getFirst().line() < statement.line()
                        ? "is a \";\" missing in line " + statement.words().getFirst().line() + "?"
                        : "it is written: " + directive.syntax();
        return Fault.of("invalid number of arguments in \"" + directive.name() + "\" directive")
                .hint(hint);
    }

    private void include(final Scope scope, final Statement statement) throws Fault {
        final Word word = statement.words().get(1);
        try {
            final Path pattern = environment.confPath(word.text());
            if (!Glob.isPattern(pattern.toString())) {
                include(scope, statement, pattern);
                return;
            }
            for (final Path path : Glob.expand(pattern)) {
                include(scope, statement, path);
            }
        } catch (final IOException e) {
            throw Fault.of(
                    "glob() \"" + word.text() + "\" failed (" + Sources.reason(e) + ")", word);
        } catch (final InvalidPathException _) {
            throw Fault.of("open() \"" + word.text() + "\" failed (22: Invalid argument)", word);
        }
    }

    private void include(final Scope scope, final Statement statement, final Path path) {
        try {
            read(sources.open(path.toString()), scope);
        } catch (final Fault fault) {
            diagnostics.error(statement, fault);
        }
    }
}
