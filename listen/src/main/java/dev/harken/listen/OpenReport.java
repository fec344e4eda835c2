package dev.harken.listen;

import java.util.ArrayList;
import java.util.List;

/**
 * What was asked for and what the kernel made of it, for every option of every socket of a group.
 *
 * @param address where the group listens
 * @param options every option that such a socket has, by option, then by shard
 * @param notes what else a person should know: other processes in the same group, say
 */
public record OpenReport(ListenAddress address, List<OptionReport> options, List<String> notes) {
    /** Copies the lists. */
    public OpenReport {
        options = List.copyOf(options);
        notes = List.copyOf(notes);
    }

    /** One option on every shard. */
    public List<OptionReport> of(final Option option) {
        return options.stream().filter(report -> report.option() == option).toList();
    }

    /** The options that were asked for and are not in force. */
    public List<OptionReport> refused() {
        return withStatus(OptionReport.Status.REFUSED);
    }

    /** The options that are in force in the kernel's rounding or bookkeeping. */
    public List<OptionReport> adjusted() {
        return withStatus(OptionReport.Status.ADJUSTED);
    }

    /** Lines for a person; shards that agree share one line. */
    public List<String> lines() {
        final List<String> lines = new ArrayList<>();
        for (final Option option : Option.values()) {
            final List<OptionReport> reports = of(option);
            if (reports.stream().map(OptionReport::toString).distinct().count() == 1) {
                lines.add(address + " " + reports.getFirst());
                continue;
            }
            for (final OptionReport report : reports) {
                lines.add("%s (shard %d) %s".formatted(address, report.shard(), report));
            }
        }
        for (final String note : notes) {
            lines.add(address + " " + note);
        }
        return List.copyOf(lines);
    }

    @Override
    public String toString() {
        return String.join("\n", lines());
    }

    private List<OptionReport> withStatus(final OptionReport.Status status) {
        return options.stream().filter(report -> report.status() == status).toList();
    }
}
