package dev.harken.listen;

import dev.harken.linux.Errno;
import dev.harken.linux.Limits;

/** Why socket(2) failed, and what to do. */
final class SocketDiagnosis {
    private SocketDiagnosis() {}

    static Diagnosis explain(final SocketContext socket, final boolean mptcp, final int errno) {
        return switch (errno) {
            case Errno.EMFILE -> tooManyOfProcess();
            case Errno.ENFILE -> tooManyOfHost();
            case Errno.EAFNOSUPPORT -> noFamily(socket);
            case Errno.ENOPROTOOPT, Errno.EPROTONOSUPPORT, Errno.EINVAL ->
                    noProtocol(socket, mptcp);
            case Errno.EACCES, Errno.EPERM ->
                    new Diagnosis(
                            "this process may not create %s sockets (seccomp or LSM policy)"
                                    .formatted(socket.protocol().label()),
                            "loosen the policy of the container or unit");
            default ->
                    new Diagnosis(
                            "the kernel can't create the socket", "see socket(2) for this errno");
        };
    }

    private static Diagnosis tooManyOfProcess() {
        final String limits =
                Limits.limit(Limits.RLIMIT_NOFILE)
                        .map(limit -> "%d, hard limit %d".formatted(limit.soft(), limit.hard()))
                        .orElse("unknown");
        return new Diagnosis(
                "this process has used up its file descriptors (RLIMIT_NOFILE: %s)"
                        .formatted(limits),
                "raise it: LimitNOFILE= in the systemd unit, ulimit -n in the shell, or"
                        + " worker_rlimit_nofile in the configuration");
    }

    private static Diagnosis tooManyOfHost() {
        return new Diagnosis(
                "this host has used up its open files (fs.file-nr: %s)"
                        .formatted(HostSettings.words("fs.file-nr")),
                "raise it: sysctl -w fs.file-max=NUMBER, and find out who holds them: lsof");
    }

    private static Diagnosis noFamily(final SocketContext socket) {
        return socket.ipv6()
                ? new Diagnosis(
                        "IPv6 is not available to this process (ipv6.disable=1 at boot, or"
                                + " RestrictAddressFamilies= of the unit)",
                        "listen on an IPv4 address, 0.0.0.0 say, or allow AF_INET6")
                : new Diagnosis(
                        "the address family is not available to this process"
                                + " (RestrictAddressFamilies= of the unit, or seccomp)",
                        "allow %s"
                                .formatted(
                                        socket.protocol() == Protocol.UNIX
                                                ? "AF_UNIX"
                                                : "AF_INET"));
    }

    private static Diagnosis noProtocol(final SocketContext socket, final boolean mptcp) {
        return mptcp
                ? new Diagnosis(
                        "the kernel has no MPTCP (Linux 5.6 with CONFIG_MPTCP), or"
                                + " net.mptcp.enabled=0",
                        "sysctl -w net.mptcp.enabled=1; or go on with plain TCP:"
                                + " optional(Option.MPTCP)")
                : new Diagnosis(
                        "the kernel has no %s".formatted(socket.protocol().label()),
                        "use a kernel that has it");
    }
}
