package dev.harken.listen;

import dev.harken.linux.Credentials;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Why an address is in use: who holds it, and why it can't be shared. */
final class InUseDiagnosis {
    private static final String TIME_WAIT_SECONDS = "60";

    private InUseDiagnosis() {}

    static Diagnosis explain(final ListenConfig config, final ListenAddress.Inet address) {
        if (address.port() == 0) {
            final String range = "net.ipv4.ip_local_port_range";
            return new Diagnosis(
                    "no port is free between %s"
                            .formatted(HostSettings.words(range).replace(" ", " and ")),
                    "widen the range: sysctl -w %s=\"1024 65535\", or name a port"
                            .formatted(range));
        }
        final List<PortHolder> holders;
        try {
            holders = PortInspector.holders(config.protocol(), address);
        } catch (IOException e) {
            return new Diagnosis(
                    "another socket holds it; which one can't be found out (%s)"
                            .formatted(e.getMessage()),
                    "find it as root: ss -tulnp | grep :%d".formatted(address.port()));
        }
        final boolean joins = config.reusePort() && !config.wantsWholePort();
        return holders.stream()
                .filter(holder -> blocks(holder, config))
                .min(Comparator.comparingInt(holder -> rank(holder, address, joins)))
                .map(holder -> held(config, address, holder))
                .orElseGet(() -> noListener(config, address, holders));
    }

    static Diagnosis explain(final Path path) {
        if (UnixFile.of(path).isEmpty() && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return new Diagnosis(
                    "the path is a file that is not a socket",
                    "choose another path; such a file is never replaced");
        }
        if (UnixFile.stale(path)) {
            return new Diagnosis(
                    "a socket file is left over there and nobody listens on it",
                    "remove it: rm %s, or let replaceStale() do it".formatted(path));
        }
        return unix(new ListenAddress.UnixPath(path), "path");
    }

    static Diagnosis explain(final ListenAddress.UnixAbstract name) {
        return unix(name, "name");
    }

    private static Diagnosis unix(final ListenAddress address, final String what) {
        List<PortHolder> holders;
        try {
            holders = PortInspector.holders(Protocol.UNIX, address);
        } catch (IOException e) {
            holders = List.of(); // the message does without
        }
        final String who = holders.isEmpty() ? "another process" : who(holders.getFirst());
        return new Diagnosis(
                "%s holds it".formatted(who),
                "%s, or choose another %s".formatted(stop(holders.stream().findFirst()), what));
    }

    private static Diagnosis held(
            final ListenConfig config, final ListenAddress.Inet address, final PortHolder holder) {
        if (holder.address() instanceof ListenAddress.Inet other
                && other.ipv6() != address.ipv6()) {
            return dualStack(address, other, holder);
        }
        final String who = "%s holds %s".formatted(who(holder), holder.address());
        if (!config.reusePort()) {
            return new Diagnosis(
                    who,
                    "%s, or choose another port%s"
                            .formatted(
                                    stop(Optional.of(holder)),
                                    holder.reusePort() == PortHolder.ReusePort.ON
                                            ? "; shards(n) joins its group"
                                            : ""));
        }
        if (config.wantsWholePort()) {
            return new Diagnosis(
                    who + ", and reuseAddress(false) wants the port wholly free",
                    "%s, or leave reuseAddress on to join its group"
                            .formatted(stop(Optional.of(holder))));
        }
        if (holder.uid() != Credentials.geteuid()) {
            return new Diagnosis(
                    "%s; sockets of different users (%s here) never share a port"
                            .formatted(who, Users.name(Credentials.geteuid())),
                    "run as %s, or %s".formatted(holder.user(), stop(Optional.of(holder))));
        }
        final String lacks =
                switch (holder.reusePort()) {
                    case OFF -> "without SO_REUSEPORT";
                    case UNKNOWN -> "most likely without SO_REUSEPORT";
                    case ON -> "with SO_REUSEPORT, on another interface or address family";
                };
        return new Diagnosis(
                "%s %s".formatted(who, lacks),
                "restart the holder with SO_REUSEPORT (nginx: listen … reuseport), or "
                        + stop(Optional.of(holder)));
    }

    private static Diagnosis dualStack(
            final ListenAddress.Inet address,
            final ListenAddress.Inet other,
            final PortHolder holder) {
        final ListenAddress.Inet both = address.ipv6() ? address : other;
        return new Diagnosis(
                "%s takes IPv4 connections too, and %s holds %s"
                        .formatted(both, who(holder), other),
                address.ipv6()
                        ? "ipv6Only(true), or %s".formatted(stop(Optional.of(holder)))
                        : "make the holder IPv6-only (nginx: ipv6only=on), or %s"
                                .formatted(stop(Optional.of(holder))));
    }

    private static Diagnosis noListener(
            final ListenConfig config,
            final ListenAddress.Inet address,
            final List<PortHolder> holders) {
        final List<PortHolder> connected =
                holders.stream()
                        .filter(holder -> holder.state() == PortHolder.State.CONNECTED)
                        .toList();
        final String reuse =
                config.wantsWholePort()
                        ? "leave reuseAddress on"
                        : "have the former listener opened with SO_REUSEADDR";
        if (!connected.isEmpty()) {
            return new Diagnosis(
                    "nobody listens, but connections of the port are still open (%d), one by %s"
                            .formatted(connected.size(), who(connected.getFirst())),
                    "%s, or wait for them to end; a client may have been given the port:"
                                    .formatted(reuse)
                            + " net.ipv4.ip_local_reserved_ports keeps it free");
        }
        if (!holders.isEmpty()) {
            return new Diagnosis(
                    "nobody listens, only ended connections in TIME_WAIT (%d) hold the port"
                            .formatted(holders.size()),
                    "%s, or wait %s seconds".formatted(reuse, TIME_WAIT_SECONDS));
        }
        return new Diagnosis(
                "a socket that neither listens nor is connected holds the port; the kernel does not"
                        + " show it",
                "look for a process that is about to listen on port %d, or choose another"
                        .formatted(address.port()));
    }

    /** The holder that explains most comes first. */
    private static int rank(
            final PortHolder holder, final ListenAddress.Inet address, final boolean joins) {
        final boolean foreign = joins && holder.uid() != Credentials.geteuid();
        final boolean joinable = joins && holder.reusePort() == PortHolder.ReusePort.ON;
        final int shares = foreign ? 0 : joinable ? 2 : 1;
        return 2 * shares + (holder.address().equals(address) ? 0 : 1);
    }

    private static boolean blocks(final PortHolder holder, final ListenConfig config) {
        final boolean otherFamily =
                config.on(Option.IPV6_ONLY)
                        && !(holder.address() instanceof ListenAddress.Inet inet && inet.ipv6());
        return !otherFamily
                && (holder.state() == PortHolder.State.LISTENING
                        || holder.state() == PortHolder.State.BOUND);
    }

    static String who(final PortHolder holder) {
        if (holder.owners().isEmpty()) {
            return "a process of user %s that this user may not see".formatted(holder.user());
        }
        final String owners =
                holder.owners().stream()
                        .map(InUseDiagnosis::owner)
                        .distinct()
                        .collect(Collectors.joining(", "));
        return "%s of user %s".formatted(owners, holder.user());
    }

    private static String owner(final PortHolder.Owner owner) {
        return owner.pid() == ProcessHandle.current().pid()
                ? "this process (fd %d)".formatted(owner.fd())
                : owner.toString();
    }

    private static String stop(final Optional<PortHolder> holder) {
        return holder.flatMap(held -> held.owners().stream().findFirst())
                .map(
                        owner ->
                                owner.pid() == ProcessHandle.current().pid()
                                        ? "close it"
                                        : "stop it: kill %d".formatted(owner.pid()))
                .orElse("stop it");
    }
}
