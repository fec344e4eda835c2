package dev.harken.listen;

import dev.harken.linux.Credentials;
import dev.harken.linux.Errno;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Why bind(2) or listen(2) failed, and what to do. */
final class BindDiagnosis {
    private static final int DEFAULT_PORT_START = 1024;

    private BindDiagnosis() {}

    static Diagnosis explain(
            final ListenConfig config, final SocketContext socket, final int errno) {
        return switch (socket.address()) {
            case ListenAddress.Inet inet -> inet(config, inet, errno);
            case ListenAddress.UnixPath path -> path(path.path(), errno);
            case ListenAddress.UnixAbstract name -> abstractName(name, errno);
        };
    }

    private static Diagnosis inet(
            final ListenConfig config, final ListenAddress.Inet address, final int errno) {
        return switch (errno) {
            case Errno.EADDRINUSE -> InUseDiagnosis.explain(config, address);
            case Errno.EACCES -> forbidden(address);
            case Errno.EPERM -> policy();
            case Errno.EADDRNOTAVAIL -> notAvailable(address);
            case Errno.EINVAL -> invalid(address);
            case Errno.ENODEV ->
                    new Diagnosis(
                            "the interface of the address does not exist",
                            "name one of: " + HostAddresses.interfaceNames());
            default -> general();
        };
    }

    private static Diagnosis forbidden(final ListenAddress.Inet address) {
        final OptionalLong start = HostSettings.sysctl(HostSettings.UNPRIVILEGED_PORT_START);
        final long first = start.orElse(DEFAULT_PORT_START);
        if (address.port() >= first) {
            return policy();
        }
        return new Diagnosis(
                "ports below %d need CAP_NET_BIND_SERVICE".formatted(first),
                "%s; or %s; or listen on %d or above"
                        .formatted(
                                Remedies.grant("CAP_NET_BIND_SERVICE"),
                                Remedies.sysctl(
                                        HostSettings.UNPRIVILEGED_PORT_START, address.port()),
                                first));
    }

    private static Diagnosis policy() {
        return new Diagnosis(
                "a policy of this host (SELinux, AppArmor, BPF) forbids the address",
                "allow it in the policy: ausearch -m avc, or dmesg, shows the refusal");
    }

    private static Diagnosis notAvailable(final ListenAddress.Inet address) {
        if (address.ipv6()
                && HostSettings.sysctl("net.ipv6.conf.all.disable_ipv6").orElse(0) == 1) {
            return new Diagnosis(
                    "IPv6 is switched off here (net.ipv6.conf.all.disable_ipv6=1)",
                    "sysctl -w net.ipv6.conf.all.disable_ipv6=0, or listen on an IPv4 address");
        }
        if (HostAddresses.tentative(address.host())) {
            return new Diagnosis(
                    "this host has the address, but it is not usable yet (duplicate address"
                            + " detection runs)",
                    "wait for it, or freeBind() to bind all the same");
        }
        return new Diagnosis(
                "this host does not have the address; it has %s"
                        .formatted(HostAddresses.ofFamily(address.host())),
                "listen on one of them, or on %s for all; freeBind() binds before the address"
                                .formatted(address.ipv6() ? "[::]" : "0.0.0.0")
                        + " comes, transparent() to foreign ones");
    }

    private static Diagnosis invalid(final ListenAddress.Inet address) {
        if (address.host().isLinkLocalAddress()) {
            return new Diagnosis(
                    "a link-local address belongs to an interface",
                    "name it: [%s%%INTERFACE]:%d, with one of: %s"
                            .formatted(
                                    AddressParser.text(address.host()),
                                    address.port(),
                                    HostAddresses.interfaceNames()));
        }
        return general();
    }

    private static Diagnosis path(final Path path, final int errno) {
        final Path folder = path.toAbsolutePath().getParent();
        return switch (errno) {
            case Errno.EADDRINUSE -> InUseDiagnosis.explain(path);
            case Errno.ENOENT ->
                    new Diagnosis(
                            "the folder %s does not exist".formatted(folder),
                            "make it: mkdir -p %s, or RuntimeDirectory= in the systemd unit"
                                    .formatted(folder));
            case Errno.EACCES, Errno.EPERM ->
                    new Diagnosis(
                            "user %s may not make files in %s"
                                    .formatted(Users.name(Credentials.geteuid()), folder),
                            "give the user the folder, or choose a path in a folder of its own");
            case Errno.ENOTDIR ->
                    new Diagnosis(
                            "a part of the path is not a folder", "choose a path within folders");
            case Errno.EROFS ->
                    new Diagnosis(
                            "the file system is read-only",
                            "choose a path elsewhere, /run/… say, or an abstract name: @name");
            default ->
                    Files.isSymbolicLink(path)
                            ? new Diagnosis(
                                    "the path is a symbolic link", "choose a path that is free")
                            : general();
        };
    }

    private static Diagnosis abstractName(final ListenAddress.UnixAbstract name, final int errno) {
        return errno == Errno.EADDRINUSE ? InUseDiagnosis.explain(name) : general();
    }

    private static Diagnosis general() {
        return new Diagnosis(
                "the kernel refuses the address", "see bind(2) and listen(2) for this errno");
    }
}
