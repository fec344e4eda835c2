package dev.harken.listen;

import java.util.Map;
import java.util.Set;

/** What a configuration must keep to; every broken rule is an IllegalArgumentException. */
final class ConfigRules {
    private ConfigRules() {}

    static void check(
            final Protocol protocol,
            final ListenAddress address,
            final int shards,
            final Map<Option, OptionValue> options,
            final Set<Option> optional) {
        checkAddress(protocol, address);
        checkShards(protocol, address, shards, options);
        for (final Map.Entry<Option, OptionValue> asked : options.entrySet()) {
            final OptionSpec<?> spec = OptionTable.spec(asked.getKey());
            spec.checkProtocol(protocol);
            spec.checkValue(asked.getValue());
        }
        if (options.containsKey(Option.IPV6_ONLY)
                && !(address instanceof ListenAddress.Inet inet && inet.ipv6())) {
            throw new IllegalArgumentException(
                    "ipv6Only: %s is not an IPv6 address (expected: [::]:80, say)"
                            .formatted(address));
        }
        if (optional.contains(Option.REUSE_PORT)) {
            throw new IllegalArgumentException(
                    "optional: shards can't share an address without reusePort"
                            + " (expected: shared() for one socket)");
        }
    }

    private static void checkAddress(final Protocol protocol, final ListenAddress address) {
        final boolean inet = address instanceof ListenAddress.Inet;
        if (inet == (protocol == Protocol.UNIX)) {
            throw new IllegalArgumentException(
                    "address: %s for a %s socket (expected: %s)"
                            .formatted(
                                    address,
                                    protocol.label(),
                                    inet ? "a path or @name" : "an IP address"));
        }
    }

    private static void checkShards(
            final Protocol protocol,
            final ListenAddress address,
            final int shards,
            final Map<Option, OptionValue> options) {
        Rows.requireRange("shards", shards, 1, ListenConfig.MAX_SHARDS, "");
        if (protocol == Protocol.UNIX && options.containsKey(Option.REUSE_PORT)) {
            throw new IllegalArgumentException(
                    "shards: %s can't be shared by several sockets, the kernel has no SO_REUSEPORT for"
                                    .formatted(address)
                            + " Unix sockets (expected: shared(), one socket that every worker"
                            + " polls)");
        }
        final boolean reusePort =
                options.get(Option.REUSE_PORT) instanceof OptionValue.Flag flag && flag.on();
        if (shards > 1 && !reusePort) {
            throw new IllegalArgumentException(
                    "shards: %d without reusePort (expected: shards(n) of the builder)"
                            .formatted(shards));
        }
    }
}
