package dev.harken.listen;

import dev.harken.linux.Errno;

/** Failed calls as exceptions: where, the errno, the cause, the remedy. */
final class Failures {
    private Failures() {}

    /** A call on one socket failed; the diagnosis says why. */
    static ListenException call(
            final String call,
            final SocketContext socket,
            final int errno,
            final Diagnosis diagnosis) {
        return new ListenException(where(call, socket), errno, diagnosis);
    }

    /** An option was refused by setsockopt. */
    static ListenException option(
            final OptionSpec<?> spec, final SocketContext socket, final int errno) {
        final Diagnosis diagnosis = explain(spec, socket, errno);
        return call(
                spec.option().label() + " (setsockopt " + spec.option().kernelName() + ")",
                socket,
                errno,
                withoutIt(spec.option(), diagnosis));
    }

    /** An option was taken by the kernel and is not in force. */
    static ListenException notInForce(
            final Option option, final SocketContext socket, final Verdict.NotInForce verdict) {
        return call(
                option.label() + " (" + option.kernelName() + ")",
                socket,
                0,
                withoutIt(option, new Diagnosis(verdict.reason(), verdict.remedy())));
    }

    /** A call of a control hook failed. */
    static ListenException hook(final SocketContext socket, final String call, final int errno) {
        return call("control hook, " + call, socket, errno, general(errno));
    }

    static Diagnosis explain(
            final OptionSpec<?> spec, final SocketContext socket, final int errno) {
        return spec.refusals().explain(socket, errno).orElseGet(() -> general(errno));
    }

    private static Diagnosis general(final int errno) {
        return switch (errno) {
            case Errno.ENOPROTOOPT, Errno.EOPNOTSUPP ->
                    new Diagnosis(
                            "the kernel has no such option for this kind of socket",
                            "leave it out, or use a kernel or a protocol that has it");
            case Errno.EPERM, Errno.EACCES ->
                    new Diagnosis(
                            "this process may not set it (missing capability, seccomp or LSM"
                                    + " policy)",
                            "run with the capability, or loosen the policy of the container");
            case Errno.EINVAL, Errno.ERANGE ->
                    new Diagnosis(
                            "the kernel refuses the value", "ask for a value within its range");
            default -> new Diagnosis("the kernel refuses it", "see the manual page of the option");
        };
    }

    private static Diagnosis withoutIt(final Option option, final Diagnosis diagnosis) {
        return new Diagnosis(
                diagnosis.cause(),
                "%s; or go on without it: optional(Option.%s)"
                        .formatted(diagnosis.remedy(), option.name()));
    }

    static String where(final String call, final SocketContext socket) {
        return socket.shardCount() == 1
                ? call + " " + socket.address()
                : "%s %s (shard %d)".formatted(call, socket.address(), socket.shard());
    }
}
