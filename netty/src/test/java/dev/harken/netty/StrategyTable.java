package dev.harken.netty;

import dev.harken.linux.ThreadCounters;
import dev.harken.listen.ListenConfig;
import dev.harken.listen.ListenerGroup;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/**
 * What each accept strategy costs: opens connections one at a time against idle workers and counts,
 * on the worker threads alone, how often they gave up the CPU, how often a listening socket woke
 * them, and who got the connections. Run by {@code scripts/strategy-table}.
 *
 * <p>Switches come from /proc/self/task, because the number of times a wait returns does not show
 * the herd: on few CPUs a woken thread finds the queue empty again and goes back to sleep inside
 * the kernel.
 */
public final class StrategyTable {

    private static final long SETTLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int CLIENT_TIMEOUT_MILLIS = 10_000;
    private static final int WARM_UP_CONNECTIONS = 200;

    private final Options options;
    private final InetAddress loopback = InetAddress.getLoopbackAddress();

    private StrategyTable(final Options options) {
        this.options = options;
    }

    /**
     * Prints the table.
     *
     * @param args as {@code --help} of the script tells
     */
    public static void main(final String[] args) throws IOException {
        final Options options = Options.parse(args);
        final StrategyTable table = new StrategyTable(options);
        final List<Row> rows = new ArrayList<>();
        for (final AcceptStrategy strategy : strategies()) {
            table.row(strategy).ifPresent(rows::add);
        }
        System.out.println(options.markdown() ? markdown(rows) : text(rows));
    }

    private static List<AcceptStrategy> strategies() {
        return List.of(
                AcceptStrategy.reuseport(),
                AcceptStrategy.exclusive(),
                AcceptStrategy.mutex(),
                AcceptStrategy.herd(),
                AcceptStrategy.dispatch());
    }

    /** Several runs of one strategy, each with fresh workers; empty where it can't run. */
    private Optional<Row> row(final AcceptStrategy strategy) throws IOException {
        final List<Run> runs = new ArrayList<>();
        for (int round = 0; round < options.rounds(); round++) {
            try (ListenerGroup group = open(strategy);
                    Workers workers = workers()) {
                workers.serve(group, strategy, new Greeter());
                runs.add(run(workers, (InetSocketAddress) group.localAddress()));
            } catch (final IllegalArgumentException refused) {
                System.err.println(strategy.name() + ": left out, " + refused.getMessage());
                return Optional.empty();
            }
        }
        return Optional.of(new Row(strategy.name(), runs));
    }

    private ListenerGroup open(final AcceptStrategy strategy) throws IOException {
        final ListenConfig.Builder config =
                ListenConfig.tcp(new InetSocketAddress(loopback, 0)).backlog(1024);
        return (strategy instanceof AcceptStrategy.Reuseport
                        ? config.shards(options.workers())
                        : config.shared())
                .build()
                .open();
    }

    private Workers workers() {
        return Workers.builder().count(options.workers()).transport(options.transport()).build();
    }

    private Run run(final Workers workers, final InetSocketAddress address) throws IOException {
        connect(address, WARM_UP_CONNECTIONS);
        final Reading before = settled(workers, WARM_UP_CONNECTIONS);
        connect(address, options.connections());
        final Reading after = settled(workers, WARM_UP_CONNECTIONS + options.connections());
        return Run.between(before, after, options.connections());
    }

    /** Each connection ends before the next one begins. */
    private static void connect(final InetSocketAddress address, final int connections)
            throws IOException {
        for (int i = 0; i < connections; i++) {
            try (Socket socket = new Socket()) {
                socket.connect(address, CLIENT_TIMEOUT_MILLIS);
                socket.setSoTimeout(CLIENT_TIMEOUT_MILLIS);
                final int answered = socket.getInputStream().readAllBytes().length;
                if (answered != Greeter.BYTES) {
                    throw new IOException("connection " + i + ": " + answered + " bytes");
                }
            }
        }
    }

    /** The counters once all connections are counted and the threads have gone back to sleep. */
    private static Reading settled(final Workers workers, final int connections) {
        final long deadline = System.nanoTime() + MOST_NANOS;
        Reading last = Reading.of(workers);
        while (System.nanoTime() < deadline) {
            LockSupport.parkNanos(SETTLE_NANOS);
            final Reading next = Reading.of(workers);
            if (next.total() == connections
                    && workers.activeConnections() == 0
                    && next.switches() == last.switches()) {
                return next;
            }
            last = next;
        }
        throw new IllegalStateException("workers did not come to rest: " + last);
    }

    private static String text(final List<Row> rows) {
        final String form = "%-10s %28s %28s %14s  %s%n";
        final StringBuilder table = new StringBuilder();
        table.append(
                form.formatted(
                        "strategy",
                        "switches per connection",
                        "wakeups per connection",
                        "largest share",
                        "share of each worker, %"));
        for (final Row row : rows) {
            table.append(
                    form.formatted(
                            row.name(),
                            row.switches(),
                            row.wakeups(),
                            row.largestShare(),
                            row.shares(" ")));
        }
        return table.toString().stripTrailing();
    }

    private static String markdown(final List<Row> rows) {
        return """
        | strategy | switches per connection | wakeups per connection | largest share \
        | share of each worker, % |
        | --- | --- | --- | --- | --- |
        """
                + rows.stream()
                        .map(
                                row ->
                                        "| `%s` | %s | %s | %s | %s |"
                                                .formatted(
                                                        row.name(),
                                                        row.switches(),
                                                        row.wakeups(),
                                                        row.largestShare(),
                                                        row.shares(", ")))
                        .collect(Collectors.joining("\n"));
    }

    /** Sends a few bytes and closes. */
    @ChannelHandler.Sharable
    private static final class Greeter extends ChannelInboundHandlerAdapter {

        static final int BYTES = 3;
        private static final ByteBuf GREETING =
                Unpooled.unreleasableBuffer(
                        Unpooled.directBuffer(BYTES).writeBytes(new byte[] {'o', 'k', '\n'}));

        @Override
        public void channelActive(final ChannelHandlerContext context) {
            context.writeAndFlush(GREETING.duplicate()).addListener(ChannelFutureListener.CLOSE);
        }
    }

    /**
     * Counters of all workers at one moment.
     *
     * @param switches voluntary context switches of the threads that accept or serve
     * @param wakeups loop turns in which a listening socket called
     * @param accepted connections of each worker
     */
    private record Reading(long switches, long wakeups, List<Long> accepted) {

        static Reading of(final Workers workers) {
            final List<Worker> threads = new ArrayList<>(workers.workers());
            workers.acceptor().ifPresent(threads::add);
            long switches = 0;
            long wakeups = 0;
            for (final Worker thread : threads) {
                switches +=
                        ThreadCounters.of(thread.kernelThreadId())
                                .orElseThrow()
                                .voluntarySwitches();
                wakeups += thread.counters().wakeups();
            }
            return new Reading(
                    switches,
                    wakeups,
                    workers.workers().stream()
                            .map(worker -> worker.counters().accepted())
                            .toList());
        }

        long total() {
            return accepted.stream().mapToLong(Long::longValue).sum();
        }
    }

    /**
     * One run.
     *
     * @param switches per connection
     * @param wakeups per connection
     * @param shares of each worker, 0 to 1
     */
    private record Run(double switches, double wakeups, List<Double> shares) {

        static Run between(final Reading before, final Reading after, final int connections) {
            final List<Double> shares = new ArrayList<>();
            for (int i = 0; i < after.accepted().size(); i++) {
                shares.add(
                        (double) (after.accepted().get(i) - before.accepted().get(i))
                                / connections);
            }
            return new Run(
                    (double) (after.switches() - before.switches()) / connections,
                    (double) (after.wakeups() - before.wakeups()) / connections,
                    shares);
        }

        double largestShare() {
            return shares.stream().mapToDouble(Double::doubleValue).max().orElse(0);
        }
    }

    /** All runs of one strategy, as text. */
    private record Row(String name, List<Run> runs) {

        String switches() {
            return spread(runs.stream().mapToDouble(Run::switches));
        }

        String wakeups() {
            return spread(runs.stream().mapToDouble(Run::wakeups));
        }

        /** Against an even share. */
        String largestShare() {
            final Run run = middle();
            return format("%.1f times", run.largestShare() * run.shares().size());
        }

        /** Those of the run whose largest share is in the middle. */
        String shares(final String delimiter) {
            return middle().shares().stream()
                    .map(share -> format("%.1f", 100 * share))
                    .collect(Collectors.joining(delimiter));
        }

        private Run middle() {
            final List<Run> sorted = new ArrayList<>(runs);
            sorted.sort((a, b) -> Double.compare(a.largestShare(), b.largestShare()));
            return sorted.get(sorted.size() / 2);
        }

        private static String spread(final DoubleStream values) {
            final double[] sorted = values.sorted().toArray();
            final double median = sorted[sorted.length / 2];
            return format("%.2f (%.2f to %.2f)", median, sorted[0], sorted[sorted.length - 1]);
        }

        private static String format(final String form, final Object... values) {
            return String.format(Locale.ROOT, form, values);
        }
    }

    /**
     * What the script passes on.
     *
     * @param rounds an odd number has a median
     */
    private record Options(
            int workers,
            int connections,
            int rounds,
            TransportPreference transport,
            boolean markdown) {

        static Options parse(final String[] args) {
            int workers = 8;
            int connections = 1000;
            int rounds = 3;
            TransportPreference transport = TransportPreference.AUTO;
            boolean markdown = false;
            final var rest = Arrays.asList(args).iterator();
            while (rest.hasNext()) {
                final String option = rest.next();
                switch (option) {
                    case "--workers" -> workers = Integer.parseInt(rest.next());
                    case "--connections" -> connections = Integer.parseInt(rest.next());
                    case "--rounds" -> rounds = Integer.parseInt(rest.next());
                    case "--transport" ->
                            transport =
                                    TransportPreference.valueOf(
                                            rest.next().toUpperCase(Locale.ROOT));
                    case "--markdown" -> markdown = true;
                    default ->
                            throw new IllegalArgumentException(
                                    "option: " + option + " (expected: see --help)");
                }
            }
            return new Options(workers, connections, rounds, transport, markdown);
        }
    }
}
