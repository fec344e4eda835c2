package dev.harken.listen;

/**
 * Every option of a listening socket that is asked for, read back and reported.
 *
 * <p>What each one does, its units, privileges and failures are in {@code docs/listen.md}.
 */
public enum Option {
    /** Several sockets share one address; the kernel spreads connections by hash. */
    REUSE_PORT("reusePort", "SO_REUSEPORT"),
    /** Bind although earlier connections of the port are still in TIME_WAIT. */
    REUSE_ADDRESS("reuseAddress", "SO_REUSEADDR"),
    /** Limit of the accept queue, in connections. */
    BACKLOG("backlog", "listen(2) backlog"),
    /** Limit of Fast Open connections whose handshake is unfinished. */
    FAST_OPEN("fastOpen", "TCP_FASTOPEN"),
    /** Keys that Fast Open cookies are made and checked with. */
    FAST_OPEN_KEYS("fastOpenKeys", "TCP_FASTOPEN_KEY"),
    /** Accept a connection only when its first data is there. */
    DEFER_ACCEPT("deferAccept", "TCP_DEFER_ACCEPT"),
    /** Probes on idle connections. */
    KEEP_ALIVE("keepAlive", "SO_KEEPALIVE"),
    /** How long sent data may stay unacknowledged. */
    USER_TIMEOUT("userTimeout", "TCP_USER_TIMEOUT"),
    /** Send small segments at once. */
    NO_DELAY("noDelay", "TCP_NODELAY"),
    /** Receive buffer in bytes. */
    RECEIVE_BUFFER("receiveBuffer", "SO_RCVBUF"),
    /** Send buffer in bytes. */
    SEND_BUFFER("sendBuffer", "SO_SNDBUF"),
    /** An IPv6 wildcard takes no IPv4 connections. */
    IPV6_ONLY("ipv6Only", "IPV6_V6ONLY"),
    /** Bind to an address that this host does not have, or not yet. */
    FREE_BIND("freeBind", "IP_FREEBIND"),
    /** Accept connections to addresses that are not this host's (TPROXY). */
    TRANSPARENT("transparent", "IP_TRANSPARENT"),
    /** Prefer the shard of the CPU that received the connection. */
    INCOMING_CPU("incomingCpu", "SO_INCOMING_CPU"),
    /** How long a read polls the device, in microseconds. */
    BUSY_POLL("busyPoll", "SO_BUSY_POLL"),
    /** Firewall and routing mark of what is sent. */
    MARK("mark", "SO_MARK"),
    /** Only what arrives on this interface. */
    BIND_TO_DEVICE("bindToDevice", "SO_BINDTODEVICE"),
    /** Type of service (IPv4) and traffic class (IPv6) of what is sent. */
    TOS("tos", "IP_TOS"),
    /** Largest segment that is sent and announced, in bytes. */
    MAX_SEGMENT_SIZE("maxSegmentSize", "TCP_MAXSEG"),
    /** Most bytes per second that one connection sends. */
    PACING("pacing", "SO_MAX_PACING_RATE"),
    /** Congestion control algorithm. */
    CONGESTION_CONTROL("congestionControl", "TCP_CONGESTION"),
    /** Multipath TCP. */
    MPTCP("mptcp", "IPPROTO_MPTCP");

    private final String label;
    private final String kernelName;

    Option(final String label, final String kernelName) {
        this.label = label;
        this.kernelName = kernelName;
    }

    /** The name of the builder method. */
    public String label() {
        return label;
    }

    /** The C name in the kernel's headers. */
    public String kernelName() {
        return kernelName;
    }

    @Override
    public String toString() {
        return label;
    }
}
