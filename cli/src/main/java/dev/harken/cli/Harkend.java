package dev.harken.cli;

/** The {@code harkend} command: the server under nginx's own flags. */
public final class Harkend {
    private Harkend() {}

    /** Runs the server, or what the flags ask, and ends the process with the exit status. */
    public static void main(final String[] args) {
        System.exit(run(args));
    }

    private static int run(final String... args) {
        try {
            return ServerCommand.harkend(NginxArguments.parse(args)).run();
        } catch (final UsageException wrong) {
            System.err.println(Program.current().name() + ": " + wrong.getMessage());
            return 1;
        }
    }
}
