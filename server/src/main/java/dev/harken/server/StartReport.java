package dev.harken.server;

import dev.harken.listen.ListenerGroup;
import dev.harken.listen.OptionReport;
import dev.harken.netty.TransportChoice;
import dev.harken.server.text.Product;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a person should know about a server that has started.
 *
 * @param workerCount number of workers
 * @param transport how they talk to the kernel, and why that way
 * @param endpoints what is listened on
 * @param withoutEffect directives of the configuration that do nothing here
 */
public record StartReport(
        int workerCount,
        TransportChoice transport,
        List<Endpoint> endpoints,
        List<String> withoutEffect) {
    private static final int MAX_LINES = 10;

    /**
     * One listening address.
     *
     * @param protocol {@code http}, {@code stream} or {@code stream udp}
     * @param address where, as the kernel has it
     * @param shards how many sockets share it
     * @param strategy how connections reach the workers
     * @param refused what was asked for and is not in force, each with the reason
     */
    public record Endpoint(
            String protocol, String address, int shards, String strategy, List<String> refused) {
        /** Takes an immutable copy. */
        public Endpoint {
            refused = List.copyOf(refused);
        }

        static Endpoint of(
                final SocketPlan plan, final ListenerGroup group, final String strategy) {
            final List<String> refused =
                    group.report().refused().stream()
                            .filter(option -> option.shard() == 0)
                            .map(OptionReport::toString)
                            .toList();
            return new Endpoint(
                    plan.kind().label(),
                    group.address().toString(),
                    group.listeners().size(),
                    strategy,
                    refused);
        }
    }

    /** Takes immutable copies. */
    public StartReport {
        endpoints = List.copyOf(endpoints);
        withoutEffect = List.copyOf(withoutEffect);
    }

    /** Returns at most ten lines for a terminal. */
    public List<String> lines() {
        final List<String> first = new ArrayList<>();
        first.add(
                "%s, %s on %s (%s)"
                        .formatted(
                                Product.nameAndVersion(),
                                count(workerCount, "worker"),
                                transport.transport().name().toLowerCase(Locale.ROOT),
                                transport.reason()));
        final List<String> last = new ArrayList<>();
        for (final Endpoint endpoint : endpoints) {
            for (final String option : endpoint.refused()) {
                last.add("not in force: " + endpoint.address() + " " + option);
            }
        }
        if (!withoutEffect.isEmpty()) {
            last.add("without effect here: " + String.join(", ", withoutEffect));
        }
        shorten(last, MAX_LINES / 2 - 1, "more options not in force");
        final List<String> middle = new ArrayList<>();
        for (final Endpoint endpoint : endpoints) {
            middle.add(
                    "%s on %s, %s, %s"
                            .formatted(
                                    endpoint.protocol(),
                                    endpoint.address(),
                                    count(endpoint.shards(), "socket"),
                                    endpoint.strategy()));
        }
        shorten(middle, MAX_LINES - first.size() - last.size(), "more addresses");
        first.addAll(middle);
        first.addAll(last);
        return List.copyOf(first);
    }

    private static String count(final int number, final String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static void shorten(final List<String> lines, final int most, final String rest) {
        if (lines.size() <= most) {
            return;
        }
        final int hidden = lines.size() - most + 1;
        lines.subList(most - 1, lines.size()).clear();
        lines.add("… and " + hidden + " " + rest);
    }
}
