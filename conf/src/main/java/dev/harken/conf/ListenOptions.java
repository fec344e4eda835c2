package dev.harken.conf;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The socket options of a {@code listen} address, merged over all lines that name it.
 *
 * <p>An empty value leaves the kernel's default alone.
 *
 * @param backlog length of the accept queue asked for; nginx's default is 511
 * @param receiveBufferBytes {@code rcvbuf=}
 * @param sendBufferBytes {@code sndbuf=}
 * @param fastOpenQueueLength {@code fastopen=}
 * @param deferAccept {@code deferred} (one second) or {@code defer_accept=}; at least one second
 * @param ipv6Only whether a wildcard IPv6 socket leaves IPv4 alone
 * @param keepAlive {@code so_keepalive=}
 * @param reuseport whether there is one socket per shard
 * @param shards number of sockets; empty with {@code reuseport} means one per worker
 * @param accept {@code accept=}; empty lets {@code reuseport} and {@code accept_mutex} decide
 * @param transparent {@code IP_TRANSPARENT}
 * @param freeBind {@code IP_FREEBIND}
 * @param incomingCpu whether shard n takes the connections that arrive on worker n's CPU
 * @param mark {@code SO_MARK}
 * @param device {@code SO_BINDTODEVICE}, a network interface
 * @param multipath whether the socket speaks Multipath TCP
 */
public record ListenOptions(
        int backlog,
        OptionalLong receiveBufferBytes,
        OptionalLong sendBufferBytes,
        OptionalInt fastOpenQueueLength,
        Optional<Duration> deferAccept,
        boolean ipv6Only,
        Optional<KeepAlive> keepAlive,
        boolean reuseport,
        OptionalInt shards,
        Optional<AcceptMode> accept,
        boolean transparent,
        boolean freeBind,
        boolean incomingCpu,
        OptionalLong mark,
        Optional<String> device,
        boolean multipath) {

    /** nginx's backlog on Linux. */
    public static final int DEFAULT_BACKLOG = 511;

    /** What a plain {@code listen} line asks for. */
    public static final ListenOptions DEFAULT =
            new ListenOptions(
                    DEFAULT_BACKLOG,
                    OptionalLong.empty(),
                    OptionalLong.empty(),
                    OptionalInt.empty(),
                    Optional.empty(),
                    true,
                    Optional.empty(),
                    false,
                    OptionalInt.empty(),
                    Optional.empty(),
                    false,
                    false,
                    false,
                    OptionalLong.empty(),
                    Optional.empty(),
                    false);

    /**
     * TCP keep-alive.
     *
     * @param enabled whether probes are sent
     * @param idle time without traffic before the first probe
     * @param interval time between probes
     * @param count probes without an answer before the connection is dropped
     */
    public record KeepAlive(
            boolean enabled,
            Optional<Duration> idle,
            Optional<Duration> interval,
            OptionalInt count) {}
}
