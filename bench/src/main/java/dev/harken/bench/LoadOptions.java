package dev.harken.bench;

import dev.harken.bench.load.HttpVersion;
import dev.harken.bench.load.LoadPlan;
import dev.harken.bench.load.LoadRun;
import dev.harken.bench.load.Pace;
import dev.harken.bench.load.Request;
import dev.harken.bench.load.Target;
import dev.harken.netty.Affinity;
import dev.harken.netty.TransportPreference;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** The options that make a plan. */
final class LoadOptions {

    /** Pinned, to CPUs of our choice. */
    private static final String AUTO = "auto";

    private static final int DEFAULT_CONNECTIONS = 64;

    /** Where the rate is of connections, how many are open is the server's doing: room for it. */
    private static final int MOST_SHORT_CONNECTIONS = 10_000;

    private static final Duration DEFAULT_DURATION = Duration.ofSeconds(10);
    private static final Duration DEFAULT_WARMUP = Duration.ofSeconds(1);

    @Parameters(
            paramLabel = "URL",
            arity = "1..*",
            description = "http://, https:// or tcp://; several share the load evenly.")
    private List<String> urls = List.of();

    @Option(
            names = {"-R", "--rate"},
            paramLabel = "N",
            converter = Quantities.Rate.class,
            description = "Requests per second, or connections with --no-keepalive (2.5k = 2500).")
    private @Nullable Double rate;

    @Option(
            names = {"-c", "--connections"},
            paramLabel = "N",
            description = "Connections open at a time (64; with -R --no-keepalive up to 10,000).")
    private @Nullable Integer connections;

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "N",
            description = "Threads (default: half of the CPUs).")
    private @Nullable Integer threads;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            converter = Quantities.Time.class,
            description = "How long to measure: 500ms, 10s, 2m (default: 10s).")
    private @Nullable Duration duration;

    @Option(
            names = {"-n", "--requests"},
            paramLabel = "N",
            description = "How many requests to measure.")
    private @Nullable Long requests;

    @Option(
            names = "--warmup",
            paramLabel = "TIME",
            converter = Quantities.Time.class,
            description = "Load before, not measured (default: 1s; none with -n).")
    private @Nullable Duration warmup;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Quantities.Time.class,
            description = "For a connection and for a reply (default: 10s).")
    private Duration timeout = Duration.ofSeconds(10);

    @Option(names = "--no-keepalive", description = "One connection per request.")
    private boolean shortConnections;

    @Option(
            names = {"-m", "--method"},
            paramLabel = "NAME",
            description = "HTTP method (default: GET, POST with --body).")
    private @Nullable String method;

    @Option(
            names = {"-H", "--header"},
            paramLabel = "LINE",
            description = "A header, \"Name: value\"; several times for several.")
    private List<String> headers = List.of();

    @Option(
            names = "--body",
            paramLabel = "TEXT|@FILE",
            description = "Body of the request, or the file that holds it.")
    private @Nullable String body;

    @Option(names = "--http2", description = "HTTP/2: by ALPN with https, at once with http.")
    private boolean http2;

    @Option(
            names = "--streams",
            paramLabel = "N",
            description = "Requests at a time per HTTP/2 connection (default: 1).")
    private int streams = 1;

    @Option(
            names = {"-k", "--insecure"},
            description = "Accept any certificate.")
    private boolean insecure;

    @Option(
            names = "--size",
            paramLabel = "BYTES",
            description = "Bytes per echo of tcp:// (default: 64; 0 with --no-keepalive connects).")
    private int echoBytes = 64;

    @Option(
            names = "--sources",
            paramLabel = "N",
            description = "Addresses in 127.0.0.0/8 to connect from (default: as many as needed).")
    private @Nullable Integer sources;

    @Option(
            names = "--pin",
            paramLabel = "CPUS",
            description = "Bind the threads to one of these CPUs each: 2,3, 4-7 or auto.")
    private @Nullable String pin;

    @Option(
            names = "--transport",
            paramLabel = "NAME",
            description = "io_uring, epoll or nio (default: the first that works).")
    private @Nullable String transport;

    LoadOptions() {}

    /**
     * The plan.
     *
     * @throws IllegalArgumentException if an option makes no sense
     */
    LoadPlan plan() {
        final List<Target> targets = urls.stream().map(Target::parse).toList();
        final int threadCount = threads == null ? defaultThreads(targets.size()) : threads;
        final LoadPlan.Builder plan =
                LoadPlan.builder(targets)
                        .threads(threadCount)
                        .connections(connectionCount(threadCount * targets.size()))
                        .streams(streams)
                        .timeout(timeout)
                        .keepAlive(!shortConnections)
                        .request(request())
                        .version(http2 ? HttpVersion.HTTP_2 : HttpVersion.HTTP_1_1)
                        .echoBytes(echoBytes)
                        .verifyCertificate(!insecure)
                        .affinity(affinity())
                        .transport(transport());
        if (rate != null) {
            plan.pace(Pace.open(rate));
        }
        if (requests != null) {
            plan.requests(requests);
        }
        if (duration != null || requests == null) {
            plan.duration(duration == null ? DEFAULT_DURATION : duration);
        }
        if (warmup != null || requests == null) {
            plan.warmup(warmup == null ? DEFAULT_WARMUP : warmup);
        }
        if (sources != null) {
            plan.sources(sources);
        }
        return plan.build();
    }

    private int defaultThreads(final int targets) {
        final int half = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        return connections == null ? half : Math.clamp(connections / targets, 1, half);
    }

    private int connectionCount(final int least) {
        if (connections != null) {
            return connections;
        }
        if (rate == null || !shortConnections) {
            return Math.max(least, DEFAULT_CONNECTIONS);
        }
        return Math.max(least, LoadRun.mostConnections(least, MOST_SHORT_CONNECTIONS));
    }

    private Request request() {
        final byte[] bytes = body == null ? new byte[0] : body(body);
        final String name = method != null ? method : body == null ? "GET" : "POST";
        return new Request(name, headers.stream().map(Request.Header::parse).toList(), bytes);
    }

    private static byte[] body(final String text) {
        if (!text.startsWith("@")) {
            return text.getBytes(StandardCharsets.UTF_8);
        }
        try {
            return Files.readAllBytes(Path.of(text.substring(1)));
        } catch (final IOException failed) {
            throw new IllegalArgumentException("body: can't read " + failed, failed);
        }
    }

    private Affinity affinity() {
        if (pin == null) {
            return Affinity.none();
        }
        return pin.equals(AUTO) ? Affinity.auto() : Affinity.cpus(pin);
    }

    private TransportPreference transport() {
        return switch (transport == null ? "" : transport.toLowerCase(Locale.ROOT)) {
            case "" -> TransportPreference.AUTO;
            case "io_uring" -> TransportPreference.IO_URING;
            case "epoll" -> TransportPreference.EPOLL;
            case "nio" -> TransportPreference.NIO;
            default ->
                    throw new IllegalArgumentException(
                            "transport: " + transport + " (expected: io_uring, epoll or nio)");
        };
    }
}
