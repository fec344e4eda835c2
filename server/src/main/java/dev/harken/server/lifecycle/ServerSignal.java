package dev.harken.server.lifecycle;

import dev.harken.linux.Signals;

import java.util.Optional;

/** The signals that a running server obeys, with nginx's meaning. */
public enum ServerSignal {
    /** Stop at once. */
    TERM(Signals.SIGTERM),
    /** Stop at once; what Ctrl-C sends. */
    INT(Signals.SIGINT),
    /** Stop when the requests under way are answered. */
    QUIT(Signals.SIGQUIT),
    /** Read the configuration again. */
    HUP(Signals.SIGHUP),
    /** Open the log files anew. */
    USR1(Signals.SIGUSR1),
    /** Start a new version beside this one. */
    USR2(Signals.SIGUSR2),
    /** Stop accepting, but keep the sockets. */
    WINCH(Signals.SIGWINCH);

    private final int number;

    ServerSignal(final int number) {
        this.number = number;
    }

    /** Returns the number that kill(2) takes. */
    public int number() {
        return number;
    }

    /** Returns nginx's form for logs: {@code signal 15 (SIGTERM)}. */
    public String text() {
        return "signal " + number + " (SIG" + name() + ")";
    }

    /** Returns the signal with that number. */
    static Optional<ServerSignal> of(final int number) {
        for (final ServerSignal signal : values()) {
            if (signal.number == number) {
                return Optional.of(signal);
            }
        }
        return Optional.empty();
    }
}
