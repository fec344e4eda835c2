package dev.harken.netty;

import dev.harken.listen.ListenConfig;
import dev.harken.listen.ListenerGroup;
import dev.harken.testkit.LeakExtension;
import dev.harken.testkit.Require;

import io.netty.channel.ChannelHandler;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/** Workers that serve one group on loopback, with a client's view of them. */
final class TestServer implements AutoCloseable {

    private static final int CLIENT_TIMEOUT_MILLIS = 10_000;

    private final ListenerGroup group;
    private final Workers workers;
    private final Serving serving;

    private TestServer(final ListenerGroup group, final Workers workers, final Serving serving) {
        this.group = group;
        this.workers = workers;
        this.serving = serving;
    }

    /** Every transport of this host; one that it lacks is skipped where it is used. */
    static Stream<TransportPreference> transports() {
        return Stream.of(
                TransportPreference.IO_URING, TransportPreference.EPOLL, TransportPreference.NIO);
    }

    /** A leak check that knows the descriptor the JDK keeps from the first socket it closes. */
    static LeakExtension leaks() {
        try (ServerSocket server = new ServerSocket(0);
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            client.setSoTimeout(1);
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return new LeakExtension();
    }

    static Setup on(final TransportPreference transport) {
        try {
            TransportChoice.choose(transport);
        } catch (final IllegalStateException refused) {
            Require.that(false, refused.getMessage());
        }
        return new Setup(
                Workers.builder().count(1).transport(transport),
                1,
                AcceptStrategy.exclusive(),
                new EchoInitializer(),
                ChildOptions.defaults());
    }

    /** What to start; immutable but for the builder inside. */
    record Setup(
            Workers.Builder builder,
            int workers,
            AcceptStrategy strategy,
            ChannelHandler handler,
            ChildOptions options) {

        Setup workers(final int count) {
            return new Setup(builder.count(count), count, strategy, handler, options);
        }

        Setup strategy(final AcceptStrategy newStrategy) {
            return new Setup(builder, workers, newStrategy, handler, options);
        }

        Setup handler(final ChannelHandler newHandler) {
            return new Setup(builder, workers, strategy, newHandler, options);
        }

        Setup options(final ChildOptions newOptions) {
            return new Setup(builder, workers, strategy, handler, newOptions);
        }

        Setup connectionLimit(final int limit) {
            builder.connectionLimit(limit);
            return this;
        }

        Setup receiveRing(final ReceiveRing ring) {
            builder.receiveRing(ring);
            return this;
        }

        Setup affinity(final Affinity affinity) {
            builder.affinity(affinity);
            return this;
        }

        TestServer start() throws IOException {
            final ListenConfig.Builder config = ListenConfig.tcp("127.0.0.1:0").backlog(4096);
            return start(
                    strategy instanceof AcceptStrategy.Reuseport
                            ? config.shards(workers)
                            : config.shared());
        }

        TestServer start(final ListenConfig.Builder config) throws IOException {
            final ListenerGroup group = config.build().open();
            Workers started = null;
            try {
                started = builder.build();
                return new TestServer(
                        group, started, started.serve(group, strategy, handler, options));
            } catch (final RuntimeException failed) {
                if (started != null) {
                    started.close();
                }
                group.close();
                throw failed;
            }
        }
    }

    ListenerGroup group() {
        return group;
    }

    Workers workers() {
        return workers;
    }

    Serving serving() {
        return serving;
    }

    InetSocketAddress address() {
        return (InetSocketAddress) group.localAddress();
    }

    Socket connect() throws IOException {
        return connect(group);
    }

    static Socket connect(final ListenerGroup group) throws IOException {
        final InetSocketAddress address = (InetSocketAddress) group.localAddress();
        final Socket client = new Socket(address.getAddress(), address.getPort());
        client.setSoTimeout(CLIENT_TIMEOUT_MILLIS);
        return client;
    }

    /** Sends one byte and waits for it to come back. */
    static void exchange(final Socket client) throws IOException {
        client.getOutputStream().write('x');
        if (client.getInputStream().read() != 'x') {
            throw new IOException("no echo");
        }
    }

    /** Closes a client that a try block would close later. */
    static void hangUp(final Socket client) throws IOException {
        client.close();
    }

    long total(final ToLongFunction<WorkerCounters> counter) {
        return workers.workers().stream().map(Worker::counters).mapToLong(counter).sum();
    }

    List<Long> each(final ToLongFunction<WorkerCounters> counter) {
        return workers.workers().stream()
                .map(Worker::counters)
                .map(counters -> counter.applyAsLong(counters))
                .toList();
    }

    @Override
    public void close() {
        serving.close();
        workers.close();
        group.close();
    }
}
