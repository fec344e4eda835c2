package dev.harken.bench.load;

import dev.harken.netty.Affinity;
import dev.harken.netty.TransportPreference;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a load is: to whom, how much, how long. Immutable; {@link #builder} has the defaults.
 *
 * @param targets the load is divided evenly among them, each with connections of its own
 * @param pace when requests are due
 * @param connections open at a time, most of all targets together; ≥ one per target and thread
 * @param streams requests at a time on one HTTP/2 connection; 1 otherwise
 * @param threads event loops
 * @param duration of the measured part; empty: until {@code requests} are sent
 * @param requests measured requests after which the load ends; empty: after {@code duration}
 * @param warmup load of the same kind before, which is not measured
 * @param timeout for a connection to be made and for a reply to be complete, each
 * @param keepAlive whether connections serve one request after another, or one each
 * @param request of the HTTP targets
 * @param version of the HTTP targets
 * @param echoBytes sent to and expected from TCP targets per request; 0 only connects
 * @param verifyCertificate whether TLS refuses certificates that are not trusted
 * @param sources addresses of this host to connect from, for targets in 127.0.0.0/8; 0: as the
 *     kernel chooses; empty: as many as the load needs so that ports don't run out
 * @param affinity the CPUs of the threads
 * @param transport of the threads
 */
public record LoadPlan(
        List<Target> targets,
        Pace pace,
        int connections,
        int streams,
        int threads,
        Optional<Duration> duration,
        OptionalLong requests,
        Duration warmup,
        Duration timeout,
        boolean keepAlive,
        Request request,
        HttpVersion version,
        int echoBytes,
        boolean verifyCertificate,
        OptionalInt sources,
        Affinity affinity,
        TransportPreference transport) {

    /** Most connections of a plan. */
    public static final int MOST_CONNECTIONS = 1_000_000;

    /** Most threads of a plan. */
    public static final int MOST_THREADS = 1024;

    /** Most streams of an HTTP/2 connection. */
    public static final int MOST_STREAMS = 10_000;

    /** Most bytes of an echo. */
    public static final int MOST_ECHO_BYTES = 16 << 20;

    /** Most source addresses. */
    public static final int MOST_SOURCES = 60_000;

    /** Longest duration, warm-up and timeout. */
    public static final Duration LONGEST = Duration.ofDays(30);

    /** Checks the ranges and that the parts go together. */
    public LoadPlan {
        targets = List.copyOf(targets);
        require(!targets.isEmpty(), "targets: none (expected: at least one)");
        range("threads", threads, 1, MOST_THREADS);
        range("connections", connections, 1, MOST_CONNECTIONS);
        range("streams", streams, 1, MOST_STREAMS);
        range("size", echoBytes, 0, MOST_ECHO_BYTES);
        sources.ifPresent(count -> range("sources", count, 0, MOST_SOURCES));
        require(
                connections >= threads * targets.size(),
                "connections: "
                        + connections
                        + " (expected: at least "
                        + threads * targets.size()
                        + ", one for each of "
                        + threads
                        + " threads and "
                        + targets.size()
                        + " URLs)");
        require(
                duration.isPresent() || requests.isPresent(),
                "duration and requests: neither is given (expected: one or both)");
        duration.ifPresent(time -> positive("duration", time));
        requests.ifPresent(
                count -> require(count > 0, "requests: " + count + " (expected: at least 1)"));
        positive("timeout", timeout);
        require(
                !warmup.isNegative() && warmup.compareTo(LONGEST) <= 0,
                "warmup: " + warmup + " (expected: 0 or more, at most 30 days)");
        require(
                streams == 1 || version == HttpVersion.HTTP_2,
                "streams: " + streams + " (expected: 1 without HTTP/2)");
        require(
                streams == 1 || keepAlive,
                "streams: " + streams + " (expected: 1 with one request per connection)");
        require(
                echoBytes > 0 || !keepAlive,
                "size: 0 (expected: at least 1 where connections are kept)");
    }

    /** The defaults for these targets. */
    public static Builder builder(final List<Target> targets) {
        return new Builder(targets);
    }

    /** The defaults for one URL, as {@link Target#parse} reads it. */
    public static Builder builder(final String url) {
        return new Builder(List.of(Target.parse(url)));
    }

    /** The rate asked for; empty in a closed loop. */
    public Optional<Double> requestedRate() {
        return pace instanceof Pace.Open(final double perSecond)
                ? Optional.of(perSecond)
                : Optional.empty();
    }

    private static void positive(final String name, final Duration time) {
        require(
                time.isPositive() && time.compareTo(LONGEST) <= 0,
                name + ": " + time + " (expected: more than 0, at most 30 days)");
    }

    private static void range(final String name, final int value, final int least, final int most) {
        require(
                value >= least && value <= most,
                name + ": " + value + " (expected: " + least + " to " + most + ")");
    }

    private static void require(final boolean condition, final String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /** What {@link LoadPlan#builder} starts from. */
    public static final class Builder {

        private final List<Target> targets;
        private Pace pace = Pace.closed();
        private int connections = 64;
        private int streams = 1;
        private int threads = 1;
        private Optional<Duration> duration = Optional.empty();
        private OptionalLong requests = OptionalLong.empty();
        private Duration warmup = Duration.ZERO;
        private Duration timeout = Duration.ofSeconds(10);
        private boolean keepAlive = true;
        private Request request = Request.get();
        private HttpVersion version = HttpVersion.HTTP_1_1;
        private int echoBytes = 64;
        private boolean verifyCertificate = true;
        private OptionalInt sources = OptionalInt.empty();
        private Affinity affinity = Affinity.none();
        private TransportPreference transport = TransportPreference.AUTO;

        private Builder(final List<Target> targets) {
            this.targets = targets;
        }

        /** When requests are due; without it a closed loop. */
        public Builder pace(final Pace newPace) {
            this.pace = newPace;
            return this;
        }

        /** Most connections at a time; without it 64. */
        public Builder connections(final int count) {
            this.connections = count;
            return this;
        }

        /** Requests at a time on one HTTP/2 connection; without it 1. */
        public Builder streams(final int count) {
            this.streams = count;
            return this;
        }

        /** Event loops; without it 1. */
        public Builder threads(final int count) {
            this.threads = count;
            return this;
        }

        /** How long to measure. */
        public Builder duration(final Duration time) {
            this.duration = Optional.of(time);
            return this;
        }

        /** How many requests to measure. */
        public Builder requests(final long count) {
            this.requests = OptionalLong.of(count);
            return this;
        }

        /** Load before the measured one; without it none. */
        public Builder warmup(final Duration time) {
            this.warmup = time;
            return this;
        }

        /** How long a connection and a reply may take; without it 10 s. */
        public Builder timeout(final Duration time) {
            this.timeout = time;
            return this;
        }

        /** Whether connections are used again; without it they are. */
        public Builder keepAlive(final boolean keep) {
            this.keepAlive = keep;
            return this;
        }

        /** The HTTP request; without it GET. */
        public Builder request(final Request newRequest) {
            this.request = newRequest;
            return this;
        }

        /** The HTTP version; without it 1.1. */
        public Builder version(final HttpVersion newVersion) {
            this.version = newVersion;
            return this;
        }

        /** Bytes of an echo; without it 64. */
        public Builder echoBytes(final int bytes) {
            this.echoBytes = bytes;
            return this;
        }

        /** Whether certificates are verified; without it they are. */
        public Builder verifyCertificate(final boolean verify) {
            this.verifyCertificate = verify;
            return this;
        }

        /** Source addresses on loopback; without it as many as needed. */
        public Builder sources(final int count) {
            this.sources = OptionalInt.of(count);
            return this;
        }

        /** The CPUs of the threads; without it none in particular. */
        public Builder affinity(final Affinity newAffinity) {
            this.affinity = newAffinity;
            return this;
        }

        /** The transport; without it the best this host has. */
        public Builder transport(final TransportPreference newPreference) {
            this.transport = newPreference;
            return this;
        }

        /**
         * The plan.
         *
         * @throws IllegalArgumentException if a value is out of range or two don't go together
         */
        public LoadPlan build() {
            return new LoadPlan(
                    targets,
                    pace,
                    connections,
                    streams,
                    threads,
                    duration,
                    requests,
                    warmup,
                    timeout,
                    keepAlive,
                    request,
                    version,
                    echoBytes,
                    verifyCertificate,
                    sources,
                    affinity,
                    transport);
        }
    }
}
