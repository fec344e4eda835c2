package dev.harken.netty;

/** What a worker counts: the one declaration of name, kind, unit and help of each. */
public enum WorkerMetric {
    /** Connections accepted. */
    ACCEPTED("accepted_total", Kind.COUNTER, "connections", "Connections this worker accepted"),
    /** Connections open. */
    ACTIVE("active", Kind.GAUGE, "connections", "Connections this worker serves now"),
    /** Wakeups by a listening socket. */
    WAKEUPS(
            "wakeups_total",
            Kind.COUNTER,
            "wakeups",
            "Loop turns in which a listening socket called this worker"),
    /** Wakeups by a listening socket without a connection. */
    EMPTY_WAKEUPS(
            "empty_wakeups_total",
            Kind.COUNTER,
            "wakeups",
            "Wakeups in which another worker had taken the connection"),
    /** Loop turns. */
    TURNS("loop_turns_total", Kind.COUNTER, "turns", "Turns of the event loop"),
    /** Out of file descriptors. */
    ERRORS_DESCRIPTORS(
            "accept_errors_descriptors_total",
            Kind.COUNTER,
            "errors",
            "Accepts refused by a descriptor limit: EMFILE, ENFILE"),
    /** Out of memory. */
    ERRORS_MEMORY(
            "accept_errors_memory_total",
            Kind.COUNTER,
            "errors",
            "Accepts refused for want of memory: ENOBUFS, ENOMEM"),
    /** The client had gone. */
    ERRORS_ABORTED(
            "accept_errors_aborted_total",
            Kind.COUNTER,
            "errors",
            "Connections that were gone before they were accepted: ECONNABORTED and its like"),
    /** Any other errno. */
    ERRORS_OTHER(
            "accept_errors_other_total", Kind.COUNTER, "errors", "Accepts that failed otherwise"),
    /** Times the connection limit stopped the worker. */
    LIMIT_STOPS(
            "connection_limit_stops_total",
            Kind.COUNTER,
            "stops",
            "Times this worker stopped accepting at its connection limit");

    /** How a value moves. */
    public enum Kind {
        /** Only grows. */
        COUNTER,
        /** Goes up and down. */
        GAUGE
    }

    private static final String PREFIX = "harken_worker_";

    private final String suffix;
    private final Kind kind;
    private final String unit;
    private final String help;

    WorkerMetric(final String suffix, final Kind kind, final String unit, final String help) {
        this.suffix = suffix;
        this.kind = kind;
        this.unit = unit;
        this.help = help;
    }

    /** The full name, as a metrics page prints it. */
    public String metricName() {
        return PREFIX + suffix;
    }

    /** How the value moves. */
    public Kind kind() {
        return kind;
    }

    /** The unit, in the plural. */
    public String unit() {
        return unit;
    }

    /** One sentence without a full stop. */
    public String help() {
        return help;
    }
}
