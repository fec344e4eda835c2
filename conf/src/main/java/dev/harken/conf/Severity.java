package dev.harken.conf;

import java.util.Locale;

/** How grave a {@link Diagnostic} is, under nginx's names. */
public enum Severity {
    /** The configuration can't be used. */
    EMERG,
    /** The configuration can be used, but probably does not do what was meant. */
    WARN;

    /** Returns the name as it stands in a log line, such as {@code emerg}. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }
}
