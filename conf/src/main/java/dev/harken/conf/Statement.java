package dev.harken.conf;

import java.util.List;

/**
 * What stands between two of {@code ; { }}.
 *
 * @param kind what ended it
 * @param words the directive and its arguments; empty for {@code CLOSE} and {@code END}
 * @param file the file it stands in
 * @param line the line on which it ends
 * @param column the column of the character that ends it
 * @param broken whether an error in it was reported, so that it is to be skipped
 */
record Statement(Kind kind, List<Word> words, String file, int line, int column, boolean broken) {
    enum Kind {
        /** A directive that ends with {@code ;}. */
        SIMPLE,
        /** A directive that opens a block. */
        OPEN,
        /** The end of a block. */
        CLOSE,
        /** The end of the file. */
        END
    }

    String name() {
        return words.getFirst().text();
    }

    /** Returns the place of the directive's name, or of the end where there is none. */
    Position position() {
        return words.isEmpty() ? end() : position(words.getFirst());
    }

    Position position(final Word word) {
        return new Position(file, word.line(), word.column());
    }

    Position end() {
        return new Position(file, line, column);
    }
}
