package dev.harken.cli;

import java.io.Console;

/** What standard output is connected to. */
final class Terminal {
    private Terminal() {}

    /**
     * Returns whether to print colours: on a terminal that has them, unless the environment
     * variable NO_COLOR is set.
     */
    @SuppressWarnings("SystemConsoleNull") // its documentation still allows null
    static boolean colours() {
        final String noColour = System.getenv("NO_COLOR");
        if ((noColour != null && !noColour.isEmpty()) || "dumb".equals(System.getenv("TERM"))) {
            return false;
        }
        final Console console = System.console();
        return console != null && console.isTerminal();
    }
}
