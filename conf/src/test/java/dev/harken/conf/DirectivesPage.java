package dev.harken.conf;

import dev.harken.conf.Directive.Origin;
import dev.harken.conf.ListenParameter.Place;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Writes docs/directives.md from the tables. */
final class DirectivesPage {
    private static final String HEAD =
            """
            # Directives

            The language is that of nginx.conf. This page is made from the directive tables of the `conf` module:
            after a change of a table run

            ```sh
            %s
            ```

            A directive that is not on this page is an error, never ignored: one that nginx has is refused by name, for any other the
            nearest name is suggested. **Addition** marks what nginx lacks.

            ## Where Harken differs from nginx

            - All errors that can be found in one reading are reported, each with its column and, where there is one, the remedy. The first
              error is the one nginx stops at, in the same words and with the same line; only a variable that is not there is noticed
              sooner, where it stands.
            - An unknown variable, a certificate that can't be read and an invalid server name are reported with their place; nginx gives none.
            - `accept_filter=` is an error; nginx on Linux says that it ignores it.
            - A `listen` of `stream` without a port is an error; nginx listens on a random port.
            - A NUL byte is an error; nginx silently takes what comes before it.
            - `unix:@name` is a socket in the abstract name space; nginx makes a file of that name.
            - An address in both `http` and `stream` is an error at once; nginx passes its test and fails to start.
            - Parameters that mean nothing for a Unix domain socket are errors, and `ipv6only` and `so_keepalive` where they do nothing give a
              warning; nginx accepts them all.
            """;

    private static final String COMMAND =
            "mvn -q -pl conf -am test -Dtest=DirectivesPageTest -Dharken.golden.update=true"
                    + " -Dsurefire.failIfNoSpecifiedTests=false";

    private final StringBuilder text = new StringBuilder();

    private DirectivesPage() {}

    static String markdown() {
        final DirectivesPage page = new DirectivesPage();
        page.text.append(HEAD.formatted(COMMAND));
        DirectiveTable.tables().forEach(page::module);
        page.listenParameters();
        page.variables();
        return page.text.toString();
    }

    private void module(final String title, final List<Directive<?>> directives) {
        text.append("\n## ").append(title).append('\n');
        if (directives.stream().noneMatch(Directive::effective)) {
            text.append("\nAccepted and checked; one line at the start names those in use.\n");
            header("directive", "where", "why it has none");
            directives.forEach(
                    directive ->
                            row(
                                    code(directive.syntax()),
                                    contexts(directive),
                                    directive.summary() + " " + directive.note()));
            return;
        }
        directives.forEach(this::section);
    }

    private void section(final Directive<?> directive) {
        text.append("\n### ").append(directive.name()).append("\n\n");
        text.append(code(directive.syntax())).append("  \n");
        if (!directive.fallbackText().isEmpty()) {
            text.append("Default: ").append(directive.fallbackText()).append("  \n");
        }
        text.append("In: ").append(contexts(directive));
        text.append(directive.repeatable() ? "; may be repeated\n\n" : "\n\n");
        text.append(addition(directive.origin())).append(directive.summary());
        if (!directive.note().isEmpty()) {
            text.append(' ').append(directive.note());
        }
        text.append('\n');
    }

    private void listenParameters() {
        text.append("\n## Parameters of listen\n");
        header("parameter", "with", "meaning");
        for (final ListenParameter parameter : ListenParameter.ALL) {
            final String places =
                    parameter.places().stream()
                            .map(DirectivesPage::place)
                            .collect(Collectors.joining(", "));
            row(
                    code(parameter.text() + parameter.value()),
                    places,
                    addition(parameter.origin()) + parameter.summary());
        }
        text.append(
                """

                An address may stand in several lines; one of them may give its socket options, and they hold for all. An address on a port
                that also has a wildcard is served through the wildcard's socket, unless it has options of its own.
                """);
    }

    private static String place(final Place place) {
        return switch (place) {
            case HTTP -> "http";
            case STREAM -> "stream";
            case UDP -> "udp";
            case UNIX -> "unix";
        };
    }

    private void variables() {
        for (final Variables.Family family : Variables.Family.values()) {
            text.append("\n## Variables of ")
                    .append(family == Variables.Family.HTTP ? "http\n" : "stream\n");
            header("variable", "value");
            Variables.of(family).forEach((name, summary) -> variable(name, summary));
            Variables.prefixesOf(family)
                    .forEach((name, summary) -> variable(name + "NAME", summary));
        }
    }

    private void variable(final String name, final String summary) {
        row(
                code("$" + name),
                (name.startsWith("harken_") ? addition(Origin.HARKEN) : "") + summary);
    }

    private static String addition(final Origin origin) {
        return origin == Origin.HARKEN ? "**Addition.** " : "";
    }

    private static String contexts(final Directive<?> directive) {
        return directive.contexts().size() == Context.values().length
                ? "everywhere"
                : directive.contexts().stream()
                        .map(Context::text)
                        .collect(Collectors.joining(", "));
    }

    private void header(final String... cells) {
        text.append('\n');
        row(cells);
        row(Map.of(2, "--- ---", 3, "--- --- ---").get(cells.length).split(" "));
    }

    private void row(final String... cells) {
        text.append("| ").append(cells(cells)).append(" |\n");
    }

    private static String cells(final String... cells) {
        return Stream.of(cells)
                .map(cell -> cell.strip().replace("|", "\\|"))
                .collect(Collectors.joining(" | "));
    }

    private static String code(final String value) {
        return "`" + value + "`";
    }
}
