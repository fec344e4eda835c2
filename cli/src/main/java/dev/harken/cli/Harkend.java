package dev.harken.cli;

/** The {@code harkend} command: the server under nginx's own flags. */
public final class Harkend {
    private Harkend() {}

    public static void main(final String[] args) {
        Main.main(args);
    }
}
