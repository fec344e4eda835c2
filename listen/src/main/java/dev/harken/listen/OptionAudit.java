package dev.harken.listen;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads back every option of a listening socket and compares it with what was asked for. */
final class OptionAudit {
    private final ListenConfig config;
    private final PendingSocket socket;

    OptionAudit(final ListenConfig config, final PendingSocket socket) {
        this.config = config;
        this.socket = socket;
    }

    /**
     * The report of one socket.
     *
     * @throws ListenException if an option that is not optional is not in force
     */
    List<OptionReport> run() throws ListenException {
        final List<OptionReport> reports = new ArrayList<>();
        for (final OptionSpec<?> spec : OptionTable.of(config.protocol())) {
            audit(spec).ifPresent(reports::add);
        }
        return reports;
    }

    private Optional<OptionReport> audit(final OptionSpec<?> spec) throws ListenException {
        final Optional<OptionValue> effective =
                spec.read(socket.context()).map(OptionValue.class::cast);
        final OptionValue asked = config.options().get(spec.option());
        if (asked != null) {
            return Optional.of(audit(spec, asked, effective));
        }
        // What is neither asked for nor readable is not there: IPV6_V6ONLY on IPv4, say.
        return effective.map(
                value ->
                        report(
                                spec.option(),
                                Optional.empty(),
                                effective,
                                OptionReport.Status.DEFAULT,
                                ""));
    }

    private OptionReport audit(
            final OptionSpec<?> spec,
            final OptionValue asked,
            final Optional<OptionValue> effective)
            throws ListenException {
        final Option option = spec.option();
        final Diagnosis refused = socket.refused().get(option);
        if (refused != null) {
            return refused(option, asked, effective, refused.cause(), refused.remedy());
        }
        return switch (judge(spec, asked, effective)) {
            case Verdict.InForce inForce ->
                    report(
                            option,
                            Optional.of(asked),
                            effective,
                            inForce.note().isEmpty()
                                    ? OptionReport.Status.EXACT
                                    : OptionReport.Status.ADJUSTED,
                            inForce.note());
            case Verdict.NotInForce not -> {
                if (!config.optional().contains(option)) {
                    throw Failures.notInForce(option, socket.context(), not);
                }
                yield refused(option, asked, effective, not.reason(), not.remedy());
            }
        };
    }

    private Verdict judge(
            final OptionSpec<?> spec,
            final OptionValue asked,
            final Optional<OptionValue> effective) {
        return effective.isPresent()
                ? spec.judge(socket.context(), asked, effective.get())
                : new Verdict.InForce("the kernel does not tell whether it is in force");
    }

    private OptionReport refused(
            final Option option,
            final OptionValue asked,
            final Optional<OptionValue> effective,
            final String cause,
            final String remedy) {
        return report(
                option,
                Optional.of(asked),
                effective,
                OptionReport.Status.REFUSED,
                "not in force: " + cause + "; " + remedy);
    }

    private OptionReport report(
            final Option option,
            final Optional<OptionValue> asked,
            final Optional<OptionValue> effective,
            final OptionReport.Status status,
            final String note) {
        return new OptionReport(option, socket.context().shard(), asked, effective, status, note);
    }
}
