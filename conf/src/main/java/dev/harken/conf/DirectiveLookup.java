package dev.harken.conf;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds a directive in the tables, or says as well as it can why it is not there. */
final class DirectiveLookup {
    private DirectiveLookup() {}

    /** Returns the directive of a name in a context, or throws the reason why there is none. */
    static Directive<?> find(final Context context, final Word name) throws Fault {
        final List<Directive<?>> candidates = DirectiveTable.named(name.text());
        for (final Directive<?> candidate : candidates) {
            if (candidate.contexts().contains(context)) {
                return candidate;
            }
        }
        for (final Directive<?> candidate : candidates) {
            if (candidate.missingIn().contains(context)) {
                throw Fault.of("directive \"" + name.text() + "\" is not supported here", name)
                        .hint("nginx allows it in " + context.text() + ", Harken does not yet");
            }
        }
        if (!candidates.isEmpty()) {
            final String where =
                    candidates.stream()
                            .flatMap(candidate -> candidate.contexts().stream())
                            .map(Context::text)
                            .distinct()
                            .collect(Collectors.joining(", "));
            throw Fault.of("\"" + name.text() + "\" directive is not allowed here", name)
                    .hint("it belongs in: " + where);
        }
        final Optional<String> module = NginxNames.moduleOf(name.text());
        if (module.isPresent()) {
            throw Fault.of("directive \"" + name.text() + "\" is not supported", name)
                    .hint(
                            "it belongs to nginx's "
                                    + module.get()
                                    + ", which has no counterpart here: remove it to go on"
                                    + " without");
        }
        throw unknown(context, name);
    }

    private static Fault unknown(final Context context, final Word name) {
        final String hint;
        if (name.text().startsWith("\ufeff")) {
            hint = "the file starts with a byte order mark: save it as UTF-8 without one";
        } else {
            hint =
                    Suggestions.nearest(name.text(), DirectiveTable.namesIn(context))
                            .or(() -> Suggestions.nearest(name.text(), DirectiveTable.names()))
                            .map(nearest -> "did you mean \"" + nearest + "\"?")
                            .orElse("");
        }
        return Fault.of("unknown directive \"" + name.text() + "\"", name).hint(hint);
    }
}
