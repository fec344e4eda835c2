package dev.harken.conf;

/**
 * A {@code log_format}.
 *
 * @param name the name that {@code access_log} refers to
 * @param escape how variable values are escaped
 * @param template the line without its line feed
 */
public record LogFormat(String name, Escape escape, Template template) {
    /** How the values of variables are written into a log line. */
    public enum Escape {
        /** {@code "}, {@code \} and bytes outside 32..126 become {@code \xXX}; empty is "-". */
        DEFAULT,
        /** As within a JSON string. */
        JSON,
        /** As they are. */
        NONE
    }
}
