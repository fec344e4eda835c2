package dev.harken.listen;

import dev.harken.linux.Errno;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** Building blocks for rows of the option table. */
final class Rows {
    private Rows() {}

    static OptionSpec<OptionValue.Flag> flag(
            final Option option, final Set<Protocol> protocols, final KernelOption kernel) {
        return row(
                option,
                OptionValue.Flag.class,
                protocols,
                new IntAccess<>(
                        kernel,
                        (value, _) -> value.on() ? 1 : 0,
                        number -> new OptionValue.Flag(number != 0)));
    }

    static OptionSpec<OptionValue.Count> count(
            final Option option, final Set<Protocol> protocols, final KernelOption kernel) {
        return row(
                option,
                OptionValue.Count.class,
                protocols,
                new IntAccess<>(
                        kernel,
                        (value, _) -> (int) value.value(),
                        number -> new OptionValue.Count(Integer.toUnsignedLong(number))));
    }

    /** A row whose value is in force when the kernel reports the same. */
    static <V extends OptionValue> OptionSpec<V> row(
            final Option option,
            final Class<V> type,
            final Set<Protocol> protocols,
            final OptionAccess<V> access) {
        return new OptionSpec<>(
                option,
                type,
                protocols,
                _ -> {},
                access,
                (_, asked, effective) -> same(asked, effective),
                (_, _) -> Optional.empty());
    }

    static Verdict same(final OptionValue asked, final OptionValue effective) {
        return asked.equals(effective) ? Verdict.EXACT : differs(effective);
    }

    static Verdict differs(final OptionValue effective) {
        return new Verdict.NotInForce(
                "set without an error, but the kernel reports " + effective,
                "ask for what the kernel can do, or look for a control hook that undoes it");
    }

    /** A check that a number lies in a range. */
    static <V extends OptionValue> Consumer<V> range(
            final Option option,
            final ToLongFunction<V> number,
            final long least,
            final long most,
            final String unit) {
        return value -> requireRange(option.label(), number.applyAsLong(value), least, most, unit);
    }

    static void requireRange(
            final String name,
            final long number,
            final long least,
            final long most,
            final String unit) {
        if (number < least || number > most) {
            throw new IllegalArgumentException(
                    "%s: %d (expected: %d to %d%s)"
                            .formatted(
                                    name, number, least, most, unit.isEmpty() ? "" : " " + unit));
        }
    }

    /** A check that a time is a whole number of units within a range. */
    static Consumer<OptionValue.Time> wholeUnits(
            final Option option, final Duration unit, final long most, final String unitName) {
        return value -> {
            final Duration time = value.duration();
            if (time.isNegative() || !unit.multipliedBy(time.dividedBy(unit)).equals(time)) {
                throw new IllegalArgumentException(
                        "%s: %s (expected: whole %s)".formatted(option, time, unitName));
            }
            requireRange(option.label(), time.dividedBy(unit), 1, most, unitName);
        };
    }

    /** Explains EPERM by the capability that allows the option. */
    static OptionSpec.Refusals needs(final String capabilities, final String what) {
        return (_, errno) ->
                errno == Errno.EPERM
                        ? Optional.of(
                                new Diagnosis(
                                        "%s needs %s".formatted(what, capabilities),
                                        Remedies.grant(capabilities)))
                        : Optional.empty();
    }
}
