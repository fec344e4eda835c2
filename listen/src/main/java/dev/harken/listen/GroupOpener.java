package dev.harken.listen;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Opens the sockets of one group, all or none: each is created, set, shown to the hooks and bound;
 * only when all are bound do they listen, in shard order, so that a failure resets no client and
 * the kernel's index of a socket is its shard number.
 */
final class GroupOpener {
    private final ListenConfig config;
    private final Map<Option, OptionValue> wanted;
    private final List<PendingSocket> sockets = new ArrayList<>();

    private GroupOpener(final ListenConfig config) {
        this.config = config;
        this.wanted = withDefaults(config);
    }

    static ListenerGroup open(final ListenConfig config) throws IOException {
        final GroupOpener opener = new GroupOpener(config);
        boolean complete = false;
        try {
            final ListenerGroup group = opener.open();
            complete = true;
            return group;
        } finally {
            if (!complete) {
                opener.closeAll();
            }
        }
    }

    private ListenerGroup open() throws IOException {
        ListenAddress address = config.address();
        for (int shard = 0; shard < config.shards(); shard++) {
            final PendingSocket socket = PendingSocket.create(config, address, shard);
            sockets.add(socket);
            prepare(socket);
            address = socket.context().address();
        }
        if (config.protocol().acceptsConnections()) {
            for (final PendingSocket socket : sockets) {
                socket.listen();
            }
        }
        return audited(address);
    }

    private void prepare(final PendingSocket socket) throws IOException {
        final boolean claims = claimsPort() && socket.context().shard() == 0;
        for (final Map.Entry<Option, OptionValue> option : wanted.entrySet()) {
            if (option.getKey() != Option.BACKLOG
                    && !(claims && option.getKey() == Option.REUSE_PORT)) {
                socket.write(option.getKey(), option.getValue());
            }
        }
        socket.callHooks();
        socket.bind();
        if (claims) {
            socket.write(Option.REUSE_PORT, new OptionValue.Flag(true));
        }
    }

    /**
     * Whether the first socket must bind without SO_REUSEPORT, so that it does not slip into a
     * group that exists: the port is the kernel's choice, or it must be wholly free.
     */
    private boolean claimsPort() {
        final boolean anyPort =
                config.address() instanceof ListenAddress.Inet inet && inet.port() == 0;
        return config.reusePort() && (anyPort || config.wantsWholePort());
    }

    private ListenerGroup audited(final ListenAddress address) throws ListenException {
        final List<Listener> listeners = new ArrayList<>();
        final List<OptionReport> reports = new ArrayList<>();
        for (final PendingSocket socket : sockets) {
            final List<OptionReport> report = new OptionAudit(config, socket).run();
            reports.addAll(report);
            listeners.add(new Listener(socket.context(), report));
        }
        reports.sort(
                Comparator.comparing(OptionReport::option).thenComparingInt(OptionReport::shard));
        final OpenReport report =
                new OpenReport(
                        address,
                        reports,
                        claimsPort() ? List.of() : Neighbours.of(config, listeners));
        return new ListenerGroup(config, address, listeners, sockets.getFirst().file(), report);
    }

    private void closeAll() {
        for (final PendingSocket socket : sockets.reversed()) {
            socket.close();
        }
    }

    /** What is asked for, with what we set unasked: see docs/listen.md, "Defaults". */
    private static Map<Option, OptionValue> withDefaults(final ListenConfig config) {
        final Map<Option, OptionValue> wanted = new EnumMap<>(Option.class);
        if (config.protocol() == Protocol.TCP) {
            wanted.put(Option.REUSE_ADDRESS, new OptionValue.Flag(true));
        }
        if (config.address() instanceof ListenAddress.Inet inet && inet.ipv6() && inet.wildcard()) {
            wanted.put(Option.IPV6_ONLY, new OptionValue.Flag(false));
        }
        wanted.putAll(config.options());
        return wanted;
    }
}
