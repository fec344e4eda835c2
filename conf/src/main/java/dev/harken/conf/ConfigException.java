package dev.harken.conf;

import java.io.Serial;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A configuration that can't be used, with everything that was found wrong in one reading.
 *
 * <p>The diagnostics stand in reading order, so the first {@link Severity#EMERG} is the one nginx
 * would have stopped at. Warnings found on the way are among them.
 */
public final class ConfigException extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    private final transient List<Diagnostic> diagnostics;

    /**
     * Creates an exception.
     *
     * @param diagnostics what was found, in reading order, with at least one error
     */
    public ConfigException(final List<Diagnostic> diagnostics) {
        super(diagnostics.stream().map(Diagnostic::toString).collect(Collectors.joining("\n")));
        this.diagnostics = List.copyOf(diagnostics);
    }

    /** Returns all that was found, in reading order, warnings included. */
    public List<Diagnostic> diagnostics() {
        return diagnostics;
    }
}
