package dev.harken.conf;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** All directives. A new one is a row in the table of its module. */
final class DirectiveTable {
    private static final Map<String, List<Directive<?>>> MODULES = modules();
    private static final Map<String, List<Directive<?>>> BY_NAME = byName();

    private DirectiveTable() {}

    private static Map<String, List<Directive<?>>> modules() {
        final Map<String, List<Directive<?>>> modules = new LinkedHashMap<>();
        modules.put("Main and events", CoreDirectives.ALL);
        modules.put("HTTP", HttpDirectives.ALL);
        modules.put("Stream", StreamDirectives.ALL);
        modules.put("TLS", TlsDirectives.ALL);
        modules.put("Without effect", TuningDirectives.ALL);
        return modules;
    }

    private static Map<String, List<Directive<?>>> byName() {
        final Map<String, List<Directive<?>>> names = new HashMap<>();
        MODULES.values().stream()
                .flatMap(List::stream)
                .forEach(
                        directive ->
                                names.computeIfAbsent(directive.name(), _ -> new ArrayList<>())
                                        .add(directive));
        return names;
    }

    /** Returns the tables in the order of the documentation, each under its heading. */
    static Map<String, List<Directive<?>>> tables() {
        return MODULES;
    }

    /** Returns the directives of a name, which differ in where they stand. */
    static List<Directive<?>> named(final String name) {
        return BY_NAME.getOrDefault(name, List.of());
    }

    static Set<String> names() {
        return BY_NAME.keySet();
    }

    /** Returns the names that are allowed in a context. */
    static List<String> namesIn(final Context context) {
        return BY_NAME.values().stream()
                .flatMap(List::stream)
                .filter(directive -> directive.contexts().contains(context))
                .map(Directive::name)
                .toList();
    }
}
