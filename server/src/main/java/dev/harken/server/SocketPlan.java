package dev.harken.server;

import dev.harken.conf.ListenAddress;
import dev.harken.conf.ListenOptions;
import dev.harken.conf.Position;
import dev.harken.listen.ListenConfig;
import dev.harken.netty.AcceptStrategy;

/**
 * One listening address as it is to be opened and served.
 *
 * @param kind which block it belongs to and what it speaks
 * @param index its place among the sockets of its block
 * @param address where
 * @param options what its {@code listen} lines ask for
 * @param position the line that decided the options
 * @param config what is opened
 * @param strategy how connections reach the workers
 */
record SocketPlan(
        Kind kind,
        int index,
        ListenAddress address,
        ListenOptions options,
        Position position,
        ListenConfig config,
        AcceptStrategy strategy) {

    /** Which block a socket belongs to and what it speaks. */
    enum Kind {
        HTTP("http"),
        STREAM("stream"),
        DATAGRAM("stream udp");

        private final String label;

        Kind(final String label) {
            this.label = label;
        }

        String label() {
            return label;
        }
    }

    /** Returns whether {@code other} can be served by the socket that this plan opened. */
    boolean sameSocket(final SocketPlan other) {
        return kind == other.kind
                && address.equals(other.address)
                && options.equals(other.options)
                && strategy.equals(other.strategy)
                && config.shards() == other.config.shards();
    }
}
