package dev.harken.listen;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Every option and how it is handled. The rows stand in one class per level of the kernel. */
final class OptionTable {
    static final Set<Protocol> ALL = Set.copyOf(EnumSet.allOf(Protocol.class));
    static final Set<Protocol> INET = Set.of(Protocol.TCP, Protocol.UDP);
    static final Set<Protocol> TCP = Set.of(Protocol.TCP);
    static final Set<Protocol> ACCEPTING = Set.of(Protocol.TCP, Protocol.UNIX);

    private static final Map<Option, OptionSpec<?>> SPECS = build();

    private OptionTable() {}

    static OptionSpec<?> spec(final Option option) {
        final OptionSpec<?> spec = SPECS.get(option);
        if (spec == null) {
            throw new IllegalStateException("no row for option " + option);
        }
        return spec;
    }

    /** The options that such a socket has, in the order of {@link Option}. */
    static List<OptionSpec<?>> of(final Protocol protocol) {
        return SPECS.values().stream().filter(spec -> spec.protocols().contains(protocol)).toList();
    }

    private static Map<Option, OptionSpec<?>> build() {
        final List<OptionSpec<?>> rows = new ArrayList<>();
        rows.addAll(SocketOptions.rows());
        rows.addAll(IpOptions.rows());
        rows.addAll(TcpOptions.rows());
        final Map<Option, OptionSpec<?>> specs = new EnumMap<>(Option.class);
        for (final OptionSpec<?> row : rows) {
            specs.put(row.option(), row);
        }
        return specs;
    }
}
