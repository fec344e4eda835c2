package dev.harken.cli;

import org.jspecify.annotations.Nullable;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

import java.util.concurrent.Callable;

/** {@code harken completion}. */
@Command(
        name = "completion",
        description = "Print a script that completes commands and options in bash and zsh.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  source <(harken completion)",
            "  harken completion > /etc/bash_completion.d/harken"
        })
final class CompletionCommand implements Callable<Integer> {
    @Spec private @Nullable CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Print this help.")
    @SuppressWarnings("UnusedVariable") // picocli acts on it
    private boolean help;

    @Override
    public Integer call() {
        if (spec == null) {
            throw new IllegalStateException("not run by a command line");
        }
        System.out.print(AutoComplete.bash("harken", spec.root().commandLine()));
        System.out.flush();
        return 0;
    }
}
