package dev.harken.cli;

import dev.harken.linux.Signals;

import java.util.Optional;

/** What {@code -s} can ask of a running server. */
enum ControlSignal {
    /** Stop at once. */
    STOP(Signals.SIGTERM),
    /** Stop when the requests under way are answered. */
    QUIT(Signals.SIGQUIT),
    /** Open the log files anew. */
    REOPEN(Signals.SIGUSR1),
    /** Read the configuration again. */
    RELOAD(Signals.SIGHUP);

    private final int number;

    ControlSignal(final int number) {
        this.number = number;
    }

    /** Returns the number that kill(2) takes. */
    int number() {
        return number;
    }

    /** Returns the signal that the word stands for on the command line. */
    static Optional<ControlSignal> of(final String word) {
        return switch (word) {
            case "stop" -> Optional.of(STOP);
            case "quit" -> Optional.of(QUIT);
            case "reopen" -> Optional.of(REOPEN);
            case "reload" -> Optional.of(RELOAD);
            default -> Optional.empty();
        };
    }
}
