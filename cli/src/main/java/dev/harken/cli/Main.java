package dev.harken.cli;

/** The {@code harken} command. */
public final class Main {
    private Main() {}

    public static void main(final String[] args) {
        System.out.println("harken");
    }
}
