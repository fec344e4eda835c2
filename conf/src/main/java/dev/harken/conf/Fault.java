package dev.harken.conf;

import java.io.Serial;
import java.util.Optional;

/** What is wrong with a directive; thrown by the readers of values, caught by the config reader. */
final class Fault extends Exception {
    @Serial private static final long serialVersionUID = 1L;

    private final transient Optional<Word> word;
    private final String hint;

    private Fault(final String message, final Optional<Word> word, final String hint) {
        super(message, null, false, false);
        this.word = word;
        this.hint = hint;
    }

    /** The directive as a whole is at fault. */
    static Fault of(final String message) {
        return new Fault(message, Optional.empty(), "");
    }

    /** One word is at fault. */
    static Fault of(final String message, final Word word) {
        return new Fault(message, Optional.of(word), "");
    }

    /** Returns the same fault with advice. */
    Fault hint(final String advice) {
        return new Fault(message(), word, advice);
    }

    String message() {
        return String.valueOf(getMessage());
    }

    Optional<Word> word() {
        return word;
    }

    String hint() {
        return hint;
    }
}
