package dev.harken.conf;

/**
 * A place in a configuration: file, line and column, both counted from 1.
 *
 * <p>For text given on the command line, {@code file} is {@link #COMMAND_LINE} and nginx prints no
 * line.
 *
 * @param file name of the file as it was opened
 * @param line line number from 1
 * @param column column in characters from 1
 */
public record Position(String file, int line, int column) {
    /** The name that stands for text given by {@code -g}. */
    public static final String COMMAND_LINE = "command line";

    /** Returns nginx's form of a place, {@code FILE:LINE}, or {@code command line}. */
    public String text() {
        return COMMAND_LINE.equals(file) ? file : file + ":" + line;
    }

    @Override
    public String toString() {
        return file + ":" + line + ":" + column;
    }
}
