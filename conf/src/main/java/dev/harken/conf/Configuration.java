package dev.harken.conf;

import java.util.List;
import java.util.Optional;

/**
 * A configuration that was read without error. Immutable throughout.
 *
 * @param main the main context
 * @param events the {@code events} block
 * @param http the {@code http} block
 * @param stream the {@code stream} block
 * @param warnings what looks wrong but does not prevent the start
 * @param withoutEffect names of directives that were accepted and do nothing here, each once
 * @param sources every file that was read, each once, in order of first reading
 */
public record Configuration(
        MainConfig main,
        EventsConfig events,
        Optional<HttpConfig> http,
        Optional<StreamConfig> stream,
        List<Diagnostic> warnings,
        List<String> withoutEffect,
        List<SourceFile> sources) {
    /** Takes immutable copies. */
    public Configuration {
        warnings = List.copyOf(warnings);
        withoutEffect = List.copyOf(withoutEffect);
        sources = List.copyOf(sources);
    }

    /** Returns what {@code -T} prints: each file once, under a line that names it. */
    public String dump() {
        final StringBuilder text = new StringBuilder();
        sources.forEach(source -> text.append(source.dump()));
        return text.toString();
    }
}
