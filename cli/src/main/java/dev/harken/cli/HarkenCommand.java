package dev.harken.cli;

import dev.harken.bench.LoadCommand;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;

/** {@code harken} and its sub-commands. */
@Command(
        name = "harken",
        description = "One port, many workers, every connection to a worker that is free.",
        subcommands = {ServeCommand.class, LoadCommand.class, CompletionCommand.class},
        synopsisSubcommandLabel = "COMMAND",
        footerHeading = "%nExamples:%n",
        footer = {
            "  harken serve                 port 8080, one shard per CPU, a welcome page",
            "  harken serve -c nginx.conf   an nginx configuration",
            "  harken serve --help          all options of the server",
            "  harken load -R 1000 URL      latency of a server at 1,000 requests/s",
            "  source <(harken completion)  complete commands and options in bash and zsh"
        })
final class HarkenCommand implements Runnable {
    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Option(
            names = {"-v", "--version"},
            versionHelp = true,
            description = "Print the version.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean version;

    /** Returns the command line, ready to execute. */
    static CommandLine commandLine() {
        final CommandLine line = new CommandLine(new HarkenCommand());
        line.getCommandSpec().version("harken " + Program.current().version());
        line.setColorScheme(
                CommandLine.Help.defaultColorScheme(Terminal.colours() ? Ansi.ON : Ansi.OFF));
        line.setUsageHelpWidth(100);
        return line;
    }

    @Override
    public void run() {
        CommandLine.usage(this, System.out);
    }
}
