package dev.harken.listen;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;

/**
 * How to listen: the address, how many sockets share it, every option of theirs. Immutable; one
 * configuration may be opened many times, on any thread.
 *
 * <p>What each option means, its units, the privilege it needs and how it fails are in {@code
 * docs/listen.md}. An option that is asked for and does not take effect fails {@link #open()},
 * unless it is among {@code optional}; then the report says so.
 *
 * @param protocol what the sockets speak
 * @param address where they listen
 * @param shards how many sockets share the address, 1 to {@value #MAX_SHARDS}
 * @param options what is asked for
 * @param optional the options without which the sockets open all the same
 * @param controls called for every socket before it is bound, in this order
 * @param replaceStale whether a socket file that nobody listens on is replaced
 */
public record ListenConfig(
        Protocol protocol,
        ListenAddress address,
        int shards,
        Map<Option, OptionValue> options,
        Set<Option> optional,
        List<SocketControl> controls,
        boolean replaceStale) {

    /** The most sockets of one group. */
    public static final int MAX_SHARDS = 4096;

    /** Checks every value, and that the sockets have the options asked for. */
    public ListenConfig {
        Objects.requireNonNull(protocol, "protocol");
        Objects.requireNonNull(address, "address");
        final Map<Option, OptionValue> asked = new EnumMap<>(Option.class);
        asked.putAll(options);
        options = Collections.unmodifiableMap(asked);
        final Set<Option> unneeded = EnumSet.noneOf(Option.class);
        unneeded.addAll(optional);
        optional = Collections.unmodifiableSet(unneeded);
        controls = List.copyOf(controls);
        ConfigRules.check(protocol, address, shards, options, optional);
    }

    /**
     * Listens for TCP connections.
     *
     * @param address as {@link ListenAddress#parseInet} takes it
     */
    public static Builder tcp(final String address) {
        return new Builder(Protocol.TCP, ListenAddress.parseInet(address));
    }

    /** Listens for TCP connections. */
    public static Builder tcp(final InetSocketAddress address) {
        return new Builder(Protocol.TCP, ListenAddress.Inet.of(address));
    }

    /**
     * Listens for TCP connections that may use several paths (RFC 8684). Clients of plain TCP are
     * accepted too.
     *
     * @param address as {@link ListenAddress#parseInet} takes it
     */
    public static Builder mptcp(final String address) {
        return tcp(address).mptcp();
    }

    /** Listens for TCP connections that may use several paths (RFC 8684). */
    public static Builder mptcp(final InetSocketAddress address) {
        return tcp(address).mptcp();
    }

    /**
     * Receives UDP datagrams.
     *
     * @param address as {@link ListenAddress#parseInet} takes it
     */
    public static Builder udp(final String address) {
        return new Builder(Protocol.UDP, ListenAddress.parseInet(address));
    }

    /** Receives UDP datagrams. */
    public static Builder udp(final InetSocketAddress address) {
        return new Builder(Protocol.UDP, ListenAddress.Inet.of(address));
    }

    /**
     * Listens on a Unix stream socket.
     *
     * @param address a path, or {@code @name} for the abstract namespace
     */
    public static Builder unix(final String address) {
        return new Builder(Protocol.UNIX, ListenAddress.parseUnix(address));
    }

    /** Whether the sockets can share their address with others: {@code shards(n)} was asked for. */
    public boolean reusePort() {
        return on(Option.REUSE_PORT);
    }

    /**
     * Opens the sockets, all or none. Blocks for system calls only.
     *
     * @return the open sockets, which the caller closes
     * @throws ListenException if a system call fails or an option does not take effect; the message
     *     has the cause in its first line and the remedy in its second
     * @throws IOException what a control hook throws
     */
    public ListenerGroup open() throws IOException {
        return GroupOpener.open(this);
    }

    /** A builder that starts from this configuration. */
    public Builder toBuilder() {
        final Builder builder = new Builder(protocol, address);
        builder.shards = shards;
        builder.options.putAll(options);
        builder.optional.addAll(optional);
        builder.controls.addAll(controls);
        builder.replaceStale = replaceStale;
        return builder;
    }

    /** Whether nothing at all may hold the port, not even TIME_WAIT or a group of this user. */
    boolean wantsWholePort() {
        return new OptionValue.Flag(false).equals(options.get(Option.REUSE_ADDRESS));
    }

    boolean on(final Option option) {
        return options.get(option) instanceof OptionValue.Flag flag && flag.on();
    }

    /**
     * Collects a configuration. For one thread. Values are checked at once, combinations in build.
     */
    public static final class Builder {
        private final Protocol protocol;
        private ListenAddress address;
        private int shards = 1;
        private final Map<Option, OptionValue> options = new EnumMap<>(Option.class);
        private final Set<Option> optional = EnumSet.noneOf(Option.class);
        private final List<SocketControl> controls = new ArrayList<>();
        private boolean replaceStale;

        private Builder(final Protocol protocol, final ListenAddress address) {
            this.protocol = protocol;
            this.address = address;
        }

        /** Listens elsewhere, with everything else as it is. */
        public Builder address(final ListenAddress newAddress) {
            address = newAddress;
            return this;
        }

        /**
         * Opens {@code count} sockets that share the address (SO_REUSEPORT); the kernel spreads
         * connections over them by a hash of the addresses and ports. With 1 the socket can still
         * be joined by other groups of this user.
         */
        public Builder shards(final int count) {
            Rows.requireRange("shards", count, 1, MAX_SHARDS, "");
            shards = count;
            return set(Option.REUSE_PORT, new OptionValue.Flag(true));
        }

        /** Opens one socket that nobody else can bind beside; the default. */
        public Builder shared() {
            shards = 1;
            options.remove(Option.REUSE_PORT);
            return this;
        }

        /**
         * Limit of the accept queue in connections. The default is what the host allows
         * (net.core.somaxconn). More than the host allows does not take effect.
         */
        public Builder backlog(final int connections) {
            return set(Option.BACKLOG, new OptionValue.Count(connections));
        }

        /**
         * Whether to bind although earlier connections of the port are in TIME_WAIT; on by default
         * for TCP. Off means that the port must be wholly free, also with {@code shards}.
         */
        public Builder reuseAddress(final boolean on) {
            return set(Option.REUSE_ADDRESS, new OptionValue.Flag(on));
        }

        /**
         * Accepts data in the SYN (RFC 7413). It can be delivered twice: for requests that may be
         * repeated.
         *
         * @param queueLength the most connections whose handshake is unfinished
         */
        public Builder fastOpen(final int queueLength) {
            return set(Option.FAST_OPEN, new OptionValue.Count(queueLength));
        }

        /**
         * Keys of 16 bytes that cookies are made with, the same on every shard. To change keys
         * without a failed cookie, give the new one as primary and the old one as backup.
         */
        public Builder fastOpenKeys(final byte[] primary, final byte[] backup) {
            return set(Option.FAST_OPEN_KEYS, OptionValue.Keys.of(primary, backup));
        }

        /** One key of 16 bytes; cookies of any other key are refused. */
        public Builder fastOpenKeys(final byte[] primary) {
            return fastOpenKeys(primary, new byte[0]);
        }

        /** Accepts a connection when data arrives, or after this time; whole seconds. */
        public Builder deferAccept(final Duration most) {
            return set(Option.DEFER_ACCEPT, new OptionValue.Time(most));
        }

        /** Probes on idle connections, with the host's times. */
        public Builder keepAlive(final boolean on) {
            return set(Option.KEEP_ALIVE, OptionValue.KeepAlive.of(on));
        }

        /** Probes on idle connections; whole seconds from 1 to 32767, 1 to 127 probes. */
        public Builder keepAlive(final Duration idle, final Duration interval, final int count) {
            return keepAlive(
                    new OptionValue.KeepAlive(
                            true,
                            OptionalInt.of(wholeSeconds("keepAlive idle", idle)),
                            OptionalInt.of(wholeSeconds("keepAlive interval", interval)),
                            OptionalInt.of(count)));
        }

        /** Probes on idle connections, any of the three times as the host has it. */
        public Builder keepAlive(final OptionValue.KeepAlive keepAlive) {
            return set(Option.KEEP_ALIVE, keepAlive);
        }

        /** How long sent data may stay unacknowledged before the connection fails; milliseconds. */
        public Builder userTimeout(final Duration most) {
            return set(Option.USER_TIMEOUT, new OptionValue.Time(most));
        }

        /** Whether small segments leave at once. */
        public Builder noDelay(final boolean on) {
            return set(Option.NO_DELAY, new OptionValue.Flag(on));
        }

        /** Receive buffer in bytes, fixed: the kernel no longer tunes it. */
        public Builder receiveBuffer(final int bytes) {
            return set(Option.RECEIVE_BUFFER, new OptionValue.Size(bytes));
        }

        /** Send buffer in bytes, fixed: the kernel no longer tunes it. */
        public Builder sendBuffer(final int bytes) {
            return set(Option.SEND_BUFFER, new OptionValue.Size(bytes));
        }

        /**
         * Whether an IPv6 wildcard leaves IPv4 alone; off by default, whatever the host's sysctl.
         */
        public Builder ipv6Only(final boolean on) {
            return set(Option.IPV6_ONLY, new OptionValue.Flag(on));
        }

        /** Binds to an address that this host does not have, or not yet. */
        public Builder freeBind() {
            return set(Option.FREE_BIND, new OptionValue.Flag(true));
        }

        /** Accepts connections to foreign addresses that TPROXY hands over, on IPv4 and IPv6. */
        public Builder transparent() {
            return set(Option.TRANSPARENT, new OptionValue.Flag(true));
        }

        /** Shard i prefers connections that CPU {@code cpus[i]} receives; reused in turn. */
        public Builder incomingCpu(final int... cpus) {
            return set(
                    Option.INCOMING_CPU,
                    new OptionValue.Cpus(Arrays.stream(cpus).boxed().toList()));
        }

        /** How long a read polls the device for packets; whole microseconds. */
        public Builder busyPoll(final Duration most) {
            return set(Option.BUSY_POLL, new OptionValue.Time(most));
        }

        /** Mark of the packets sent, 0 to 2^32−1. */
        public Builder mark(final long mark) {
            return set(Option.MARK, new OptionValue.Count(mark));
        }

        /** Takes only what arrives on this interface. */
        public Builder bindToDevice(final String interfaceName) {
            return set(Option.BIND_TO_DEVICE, new OptionValue.Text(interfaceName));
        }

        /** Type of service and traffic class of what is sent, 0 to 255. */
        public Builder tos(final int tos) {
            return set(Option.TOS, new OptionValue.Count(tos));
        }

        /** Largest segment in bytes, 88 to 32767. */
        public Builder maxSegmentSize(final int bytes) {
            return set(Option.MAX_SEGMENT_SIZE, new OptionValue.Size(bytes));
        }

        /** Most bytes per second that one connection sends. */
        public Builder pacing(final long bytesPerSecond) {
            return set(Option.PACING, new OptionValue.Rate(bytesPerSecond));
        }

        /** Congestion control algorithm, {@code bbr} say. */
        public Builder congestionControl(final String algorithm) {
            return set(Option.CONGESTION_CONTROL, new OptionValue.Text(algorithm));
        }

        /** Multipath TCP; when marked optional, plain TCP where the kernel lacks it. */
        public Builder mptcp() {
            return set(Option.MPTCP, new OptionValue.Flag(true));
        }

        /** Opens all the same when these options do not take effect; the report says so. */
        public Builder optional(final Option... options) {
            Collections.addAll(optional, options);
            return this;
        }

        /** Adds a hook that is called for every socket before it is bound. */
        public Builder control(final SocketControl hook) {
            controls.add(hook);
            return this;
        }

        /** Replaces a Unix socket file that nobody listens on; never any other file. */
        public Builder replaceStale() {
            replaceStale = true;
            return this;
        }

        /** Sets any option by its value; the named methods are this with the right type. */
        public Builder set(final Option option, final OptionValue value) {
            OptionTable.spec(option).checkValue(value);
            options.put(option, value);
            return this;
        }

        /**
         * The configuration.
         *
         * @throws IllegalArgumentException if such a socket does not have an option asked for, or
         *     two of them contradict each other
         */
        public ListenConfig build() {
            return new ListenConfig(
                    protocol, address, shards, options, optional, controls, replaceStale);
        }

        private static int wholeSeconds(final String name, final Duration time) {
            final long seconds = time.toSeconds();
            if (!Duration.ofSeconds(seconds).equals(time) || seconds > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        name + ": " + time + " (expected: whole seconds)");
            }
            return (int) seconds;
        }
    }
}
