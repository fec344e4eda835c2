package dev.harken.conf;

import java.util.regex.Pattern;

/**
 * A name of a {@code server_name} line. A name that no request can carry, such as {@code _}, is an
 * {@link Exact} name like any other.
 */
public sealed interface ServerName {
    /** Returns the name as it was written, in lower case unless it is a regular expression. */
    String text();

    /**
     * A whole host name; the empty one fits requests without a Host header.
     *
     * @param text lower case
     */
    record Exact(String text) implements ServerName {}

    /**
     * {@code *.example.org}, or {@code .example.org}, which also fits the domain itself.
     *
     * @param text as written, in lower case
     * @param suffix what the host must end with, starting with a dot
     * @param withDomain whether the suffix without its dot fits, too
     */
    record LeadingWildcard(String text, String suffix, boolean withDomain) implements ServerName {}

    /**
     * {@code www.example.*}.
     *
     * @param text as written, in lower case
     * @param prefix what the host must start with, ending with a dot
     */
    record TrailingWildcard(String text, String prefix) implements ServerName {}

    /**
     * {@code ~expression}: fits where the expression is found in the host.
     *
     * @param text as written, with the tilde
     * @param pattern the compiled expression, without regard to case if written in lower case
     */
    record Regex(String text, Pattern pattern) implements ServerName {}
}
