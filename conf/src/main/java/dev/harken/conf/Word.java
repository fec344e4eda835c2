package dev.harken.conf;

/**
 * A word of a configuration, quotes and escapes resolved.
 *
 * @param text what it means
 * @param line line of its first character
 * @param column column of its first character, the opening quote included
 */
record Word(String text, int line, int column) {
    /** Returns text in quotes that the lexer reads back as {@code text}. */
    static String quote(final String text) {
        final StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\');
            }
            quoted.append(c);
        }
        return quoted.append('"').toString();
    }
}
