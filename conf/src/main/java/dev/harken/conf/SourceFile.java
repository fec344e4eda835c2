package dev.harken.conf;

/**
 * A file that was read, for {@code -T}.
 *
 * @param name the path as it was opened
 * @param content the text of the file
 */
public record SourceFile(String name, String content) {
    /** Returns the file as nginx dumps it: a heading line, the text and one line feed. */
    public String dump() {
        return "# configuration file " + name + ":\n" + content + "\n";
    }
}
