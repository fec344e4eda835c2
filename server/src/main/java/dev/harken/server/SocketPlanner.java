package dev.harken.server;

import dev.harken.conf.AcceptMode;
import dev.harken.conf.Configuration;
import dev.harken.conf.EventsConfig;
import dev.harken.conf.HttpSocket;
import dev.harken.conf.ListenAddress;
import dev.harken.conf.ListenOptions;
import dev.harken.conf.StreamSocket;
import dev.harken.listen.ListenConfig;
import dev.harken.listen.Option;
import dev.harken.listen.OptionValue;
import dev.harken.netty.AcceptStrategy;
import dev.harken.netty.Transport;

import java.net.Inet6Address;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Turns {@code listen} lines into what the listening library and the workers understand. */
final class SocketPlanner {
    /** How many connections a worker takes before it goes to the end of the queue, as in nginx. */
    private static final int NGINX_ROTATION = 16;

    /** Options whose failure nginx reports and lives with; so do we, and the report says so. */
    private static final Option[] OPTIONAL = {
        Option.BACKLOG,
        Option.FAST_OPEN,
        Option.DEFER_ACCEPT,
        Option.KEEP_ALIVE,
        Option.RECEIVE_BUFFER,
        Option.SEND_BUFFER
    };

    private final Configuration configuration;
    private final WorkerPlan workers;

    SocketPlanner(final Configuration configuration, final WorkerPlan workers) {
        this.configuration = configuration;
        this.workers = workers;
    }

    /**
     * Returns the plans of all sockets, those of {@code http} first.
     *
     * @throws IllegalArgumentException when the values can't go together; the message names the
     *     line
     */
    List<SocketPlan> plans() {
        final List<SocketPlan> plans = new ArrayList<>();
        configuration
                .http()
                .ifPresent(
                        http -> {
                            int index = 0;
                            for (final HttpSocket socket : http.sockets()) {
                                plans.add(http(socket, index++));
                            }
                        });
        configuration.stream()
                .ifPresent(
                        stream -> {
                            int index = 0;
                            for (final StreamSocket socket : stream.sockets()) {
                                plans.add(stream(socket, index++));
                            }
                        });
        return plans;
    }

    private SocketPlan http(final HttpSocket socket, final int index) {
        return new SocketPlan(
                SocketPlan.Kind.HTTP,
                index,
                socket.address(),
                socket.options(),
                socket.position(),
                config(socket.address(), false, socket.options()),
                strategy(socket.options()));
    }

    private SocketPlan stream(final StreamSocket socket, final int index) {
        return new SocketPlan(
                socket.udp() ? SocketPlan.Kind.DATAGRAM : SocketPlan.Kind.STREAM,
                index,
                socket.address(),
                socket.options(),
                socket.position(),
                config(socket.address(), socket.udp(), socket.options()),
                strategy(socket.options()));
    }

    private ListenConfig config(
            final ListenAddress address, final boolean udp, final ListenOptions options) {
        final ListenConfig.Builder builder = builder(address, udp, options);
        builder.optional(OPTIONAL);
        final int shards = shards(options);
        if (shards > 1) {
            builder.shards(shards);
        }
        if (address instanceof ListenAddress.Inet inet && inet.address() instanceof Inet6Address) {
            builder.ipv6Only(options.ipv6Only());
        }
        if (!udp) {
            connectionOptions(builder, options);
        }
        options.receiveBufferBytes()
                .ifPresent(bytes -> builder.receiveBuffer(Math.toIntExact(bytes)));
        options.sendBufferBytes().ifPresent(bytes -> builder.sendBuffer(Math.toIntExact(bytes)));
        if (options.transparent()) {
            builder.transparent();
        }
        if (options.freeBind()) {
            builder.freeBind();
        }
        if (options.incomingCpu()) {
            builder.incomingCpu(cpus(shards));
        }
        options.mark().ifPresent(builder::mark);
        options.device().ifPresent(builder::bindToDevice);
        return builder.build();
    }

    private static ListenConfig.Builder builder(
            final ListenAddress address, final boolean udp, final ListenOptions options) {
        return switch (address) {
            case ListenAddress.Inet(final var host, final int port) -> {
                final InetSocketAddress socket = new InetSocketAddress(host, port);
                if (udp) {
                    yield ListenConfig.udp(socket);
                }
                yield options.multipath() ? ListenConfig.mptcp(socket) : ListenConfig.tcp(socket);
            }
            case ListenAddress.Unix(final String path) -> ListenConfig.unix(path).replaceStale();
        };
    }

    private static void connectionOptions(
            final ListenConfig.Builder builder, final ListenOptions options) {
        builder.backlog(options.backlog());
        options.fastOpenQueueLength().ifPresent(builder::fastOpen);
        options.deferAccept().ifPresent(builder::deferAccept);
        options.keepAlive()
                .ifPresent(
                        keepAlive ->
                                builder.keepAlive(
                                        new OptionValue.KeepAlive(
                                                keepAlive.enabled(),
                                                seconds(keepAlive.idle()),
                                                seconds(keepAlive.interval()),
                                                keepAlive.count())));
    }

    private int shards(final ListenOptions options) {
        if (options.shards().isPresent()) {
            return options.shards().getAsInt();
        }
        final boolean each =
                options.accept().map(AcceptMode.REUSEPORT::equals).orElse(options.reuseport());
        return each || options.reuseport() ? workers.count() : 1;
    }

    private AcceptStrategy strategy(final ListenOptions options) {
        final EventsConfig events = configuration.events();
        final boolean all = events.multiAccept();
        final boolean socketEach = shards(options) >= workers.count();
        final AcceptMode mode =
                options.accept()
                        .orElseGet(
                                () -> {
                                    if ((options.reuseport() && socketEach)
                                            || workers.count() == 1) {
                                        return AcceptMode.REUSEPORT;
                                    }
                                    // java.nio has no exclusive wait: taking turns comes nearest.
                                    return events.acceptMutex()
                                                    || workers.transport() == Transport.NIO
                                            ? AcceptMode.MUTEX
                                            : AcceptMode.EXCLUSIVE;
                                });
        return switch (mode) {
            case REUSEPORT -> new AcceptStrategy.Reuseport(all);
            case EXCLUSIVE -> new AcceptStrategy.Exclusive(all, NGINX_ROTATION);
            case MUTEX -> new AcceptStrategy.Mutex(events.acceptMutexDelay(), all);
            case HERD -> new AcceptStrategy.Herd(all);
            case DISPATCH -> new AcceptStrategy.Dispatch(all);
        };
    }

    /** The CPU of the worker that serves each shard. */
    private int[] cpus(final int shards) {
        final List<BitSet> assigned = workers.cpus();
        final int[] cpus = new int[shards];
        for (int shard = 0; shard < shards; shard++) {
            final BitSet set = assigned.get(shard % assigned.size());
            cpus[shard] = set.isEmpty() ? shard : set.nextSetBit(0);
        }
        return cpus;
    }

    private static OptionalInt seconds(final Optional<Duration> time) {
        return time.map(Duration::toSeconds)
                .map(seconds -> OptionalInt.of(Math.toIntExact(seconds)))
                .orElse(OptionalInt.empty());
    }
}
