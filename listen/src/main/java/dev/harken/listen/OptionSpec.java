package dev.harken.listen;

import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One row of the option table.
 *
 * @param option which option
 * @param type the type of its value
 * @param protocols the sockets that have it
 * @param check refuses a value out of range with IllegalArgumentException
 * @param access writes and reads it
 * @param judge compares what was asked for with what the kernel reports
 * @param refusals what an errno of setsockopt means here, where the general text is not enough
 */
record OptionSpec<V extends OptionValue>(
        Option option,
        Class<V> type,
        Set<Protocol> protocols,
        Consumer<V> check,
        OptionAccess<V> access,
        Judge<V> judge,
        Refusals refusals) {

    /** Compares what was asked for with what the kernel reports. */
    interface Judge<V extends OptionValue> {
        Verdict judge(SocketContext socket, V asked, V effective);
    }

    /** Cause and remedy of an errno of setsockopt, or empty for the general text. */
    interface Refusals {
        Optional<Diagnosis> explain(SocketContext socket, int errno);
    }

    OptionSpec<V> checked(final Consumer<V> newCheck) {
        return new OptionSpec<>(option, type, protocols, newCheck, access, judge, refusals);
    }

    OptionSpec<V> judged(final Judge<V> newJudge) {
        return new OptionSpec<>(option, type, protocols, check, access, newJudge, refusals);
    }

    OptionSpec<V> refused(final Refusals newRefusals) {
        return new OptionSpec<>(option, type, protocols, check, access, judge, newRefusals);
    }

    /** Refuses a value of the wrong type or out of range. */
    void checkValue(final OptionValue value) {
        if (!type.isInstance(value)) {
            throw new IllegalArgumentException(
                    "%s: a %s (expected: a %s)"
                            .formatted(
                                    option,
                                    value.getClass().getSimpleName(),
                                    type.getSimpleName()));
        }
        check.accept(type.cast(value));
    }

    /** Refuses the option on a socket that does not have it. */
    void checkProtocol(final Protocol protocol) {
        if (!protocols.contains(protocol)) {
            throw new IllegalArgumentException(
                    "%s: not an option of %s sockets (expected: %s)"
                            .formatted(option, protocol.label(), labels()));
        }
    }

    int write(final SocketContext socket, final OptionValue value) {
        return access.write(socket, type.cast(value));
    }

    Optional<? extends OptionValue> read(final SocketContext socket) {
        return access.read(socket);
    }

    Verdict judge(
            final SocketContext socket, final OptionValue asked, final OptionValue effective) {
        return judge.judge(socket, type.cast(asked), type.cast(effective));
    }

    private String labels() {
        return String.join(", ", protocols.stream().map(Protocol::label).sorted().toList());
    }
}
