package dev.harken.conf;

import java.util.Locale;
import java.util.Optional;

/** The levels of {@code error_log}, the gravest first. */
public enum LogLevel {
    /** The system can't be used. */
    EMERG,
    /** A person must act at once. */
    ALERT,
    /** A critical condition. */
    CRIT,
    /** An error while a request is handled; the default. */
    ERROR,
    /** Something unusual. */
    WARN,
    /** Life cycle. */
    NOTICE,
    /** One line for ordinary events. */
    INFO,
    /** Everything. */
    DEBUG;

    /** Returns the level's name in a configuration and in a log line. */
    public String text() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the level of that name, exactly as nginx spells it. */
    static Optional<LogLevel> of(final String text) {
        for (final LogLevel level : values()) {
            if (level.text().equals(text)) {
                return Optional.of(level);
            }
        }
        return Optional.empty();
    }
}
