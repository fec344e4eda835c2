package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/**
 * Sockets: creation, addresses, connections, options. Constants are those of {@code
 * asm-generic/socket.h}, {@code bits/socket.h} and {@code linux/in.h}, the same on x86-64 and
 * aarch64.
 *
 * <p>Every call returns its result or {@code -errno}, allocates nothing and may be made on any
 * thread. Option values that are one {@code int} go through {@link #setInt} and {@link #getInt};
 * messages are in {@link Messages}, TCP's options in {@link Tcp}, IP's in {@link Ip}.
 */
public final class Sockets {

    /** Unix domain sockets; see unix(7). */
    public static final int AF_UNIX = 1;

    /** IPv4; see ip(7). */
    public static final int AF_INET = 2;

    /** IPv6; see ipv6(7). */
    public static final int AF_INET6 = 10;

    /** Kernel messages; see netlink(7). */
    public static final int AF_NETLINK = 16;

    /** Byte stream. */
    public static final int SOCK_STREAM = 1;

    /** Datagrams. */
    public static final int SOCK_DGRAM = 2;

    /** Raw packets. */
    public static final int SOCK_RAW = 3;

    /** Records, in order. */
    public static final int SOCK_SEQPACKET = 5;

    /** Flag of socket, socketpair and accept4: set O_NONBLOCK. */
    public static final int SOCK_NONBLOCK = 0x800;

    /** Flag of socket, socketpair and accept4: set FD_CLOEXEC. */
    public static final int SOCK_CLOEXEC = 0x80000;

    /** Level of the options in {@link Ip} that begin with IP_. */
    public static final int IPPROTO_IP = 0;

    /** TCP, as protocol and as level of the options in {@link Tcp}. */
    public static final int IPPROTO_TCP = 6;

    /** UDP, as protocol and as option level. */
    public static final int IPPROTO_UDP = 17;

    /** Level of the options in {@link Ip} that begin with IPV6_. */
    public static final int IPPROTO_IPV6 = 41;

    /** Multipath TCP, as protocol; Linux 5.6. */
    public static final int IPPROTO_MPTCP = 262;

    /** Of shutdown: no more receiving. */
    public static final int SHUT_RD = 0;

    /** Of shutdown: no more sending. */
    public static final int SHUT_WR = 1;

    /** Of shutdown: neither. */
    public static final int SHUT_RDWR = 2;

    /** The kernel's default for net.core.somaxconn since Linux 5.4. */
    public static final int SOMAXCONN = 4096;

    /** Level of the options below; see socket(7). */
    public static final int SOL_SOCKET = 1;

    /** Bind over TIME_WAIT. */
    public static final int SO_REUSEADDR = 2;

    /** Type of the socket; read only. */
    public static final int SO_TYPE = 3;

    /** Pending error, cleared by reading it. */
    public static final int SO_ERROR = 4;

    /** Send buffer in bytes; the kernel doubles what is set. */
    public static final int SO_SNDBUF = 7;

    /** Receive buffer in bytes; the kernel doubles what is set. */
    public static final int SO_RCVBUF = 8;

    /** Keep-alive probes. */
    public static final int SO_KEEPALIVE = 9;

    /** Priority of outgoing packets. */
    public static final int SO_PRIORITY = 12;

    /** {@code struct linger}: two ints, on and seconds. */
    public static final int SO_LINGER = 13;

    /** Several sockets on one address; Linux 3.9. */
    public static final int SO_REUSEPORT = 15;

    /** Receive SCM_CREDENTIALS. */
    public static final int SO_PASSCRED = 16;

    /** {@code struct ucred} of a Unix peer: pid, uid, gid. */
    public static final int SO_PEERCRED = 17;

    /** Bytes that make the socket readable. */
    public static final int SO_RCVLOWAT = 18;

    /** Receive timeout, {@code struct timeval}. */
    public static final int SO_RCVTIMEO = 20;

    /** Send timeout, {@code struct timeval}. */
    public static final int SO_SNDTIMEO = 21;

    /** Name of the interface to bind to. */
    public static final int SO_BINDTODEVICE = 25;

    /** Remove a filter program. */
    public static final int SO_DETACH_FILTER = 27;

    /** 1 when listening; read only. */
    public static final int SO_ACCEPTCONN = 30;

    /** SO_SNDBUF over the limit; needs CAP_NET_ADMIN. */
    public static final int SO_SNDBUFFORCE = 32;

    /** SO_RCVBUF over the limit; needs CAP_NET_ADMIN. */
    public static final int SO_RCVBUFFORCE = 33;

    /** Mark of outgoing packets; needs CAP_NET_ADMIN or, since 5.17, CAP_NET_RAW. */
    public static final int SO_MARK = 36;

    /** Protocol of the socket; read only. */
    public static final int SO_PROTOCOL = 38;

    /** Address family of the socket; read only. */
    public static final int SO_DOMAIN = 39;

    /** Microseconds to poll the device; Linux 3.11. */
    public static final int SO_BUSY_POLL = 46;

    /** Bytes per second, {@code unsigned int} or {@code unsigned long}. */
    public static final int SO_MAX_PACING_RATE = 47;

    /** CPU whose connections to prefer; settable since 4.4, steers reuseport since 6.1. */
    public static final int SO_INCOMING_CPU = 49;

    /** Classic BPF that picks the socket of a reuseport group; Linux 4.5. */
    public static final int SO_ATTACH_REUSEPORT_CBPF = 51;

    /** Extended BPF that picks the socket of a reuseport group; Linux 4.5. */
    public static final int SO_ATTACH_REUSEPORT_EBPF = 52;

    /** Array of {@code __u32}: the socket's memory and drops; Linux 4.12. */
    public static final int SO_MEMINFO = 55;

    /** Receive queue of the last packet; Linux 4.12. */
    public static final int SO_INCOMING_NAPI_ID = 56;

    /** The kernel's 64-bit name of the socket; Linux 4.12. */
    public static final int SO_COOKIE = 57;

    /** Allow MSG_ZEROCOPY; Linux 4.14. */
    public static final int SO_ZEROCOPY = 60;

    /** Number of the interface to bind to; Linux 5.0. */
    public static final int SO_BINDTOIFINDEX = 62;

    /** Return a reuseport group to the hash; Linux 5.3. */
    public static final int SO_DETACH_REUSEPORT_BPF = 68;

    /** Prefer polling to interrupts; Linux 5.11. */
    public static final int SO_PREFER_BUSY_POLL = 69;

    /** Packets per poll; Linux 5.11. */
    public static final int SO_BUSY_POLL_BUDGET = 70;

    /** The kernel's 64-bit name of the network namespace; Linux 5.14. */
    public static final int SO_NETNS_COOKIE = 71;

    private static final MethodHandle SOCKET = Native.function("socket");
    private static final MethodHandle SOCKETPAIR = Native.function("socketpair");
    private static final MethodHandle BIND = Native.function("bind");
    private static final MethodHandle LISTEN = Native.function("listen");
    private static final MethodHandle ACCEPT4 = Native.function("accept4");
    private static final MethodHandle CONNECT = Native.function("connect");
    private static final MethodHandle SHUTDOWN = Native.function("shutdown");
    private static final MethodHandle GETSOCKNAME = Native.function("getsockname");
    private static final MethodHandle GETPEERNAME = Native.function("getpeername");
    private static final MethodHandle SETSOCKOPT = Native.function("setsockopt");
    private static final MethodHandle GETSOCKOPT = Native.function("getsockopt");

    private Sockets() {}

    /**
     * Opens a socket; the caller owns the descriptor.
     *
     * <p>{@code int socket(int domain, int type, int protocol)}; socket(2); Linux 2.6.27 for the
     * flags.
     */
    public static int socket(final int domain, final int type, final int protocol) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SOCKET.invokeExact(
                                    state, (long) domain, (long) type, (long) protocol, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Opens two connected sockets; the caller owns both descriptors.
     *
     * <p>{@code int socketpair(int domain, int type, int protocol, int sv[2])}; socketpair(2);
     * Linux 2.6.27 for the flags.
     *
     * @param pair two ints that receive the descriptors
     */
    public static int socketpair(
            final int domain, final int type, final int protocol, final MemorySegment pair) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SOCKETPAIR.invokeExact(
                                    state,
                                    (long) domain,
                                    (long) type,
                                    (long) protocol,
                                    Native.pointer(pair),
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(pair);
        }
    }

    /**
     * Gives a socket its local address.
     *
     * <p>{@code int bind(int fd, const struct sockaddr *addr, socklen_t len)}; bind(2); Linux 1.0.
     *
     * @param address as {@link SockAddr} writes it
     * @param length its bytes
     */
    public static int bind(final int fd, final MemorySegment address, final int length) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            BIND.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(address),
                                    (long) length,
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(address);
        }
    }

    /**
     * Makes a socket listen, or changes the backlog of one that listens. The kernel clips the
     * backlog to net.core.somaxconn and says nothing.
     *
     * <p>{@code int listen(int fd, int backlog)}; listen(2); Linux 1.0.
     */
    public static int listen(final int fd, final int backlog) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) LISTEN.invokeExact(state, (long) fd, (long) backlog, 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Accepts a connection; the caller owns the descriptor. Blocks unless the listener is
     * non-blocking.
     *
     * <p>{@code int accept4(int fd, struct sockaddr *addr, socklen_t *len, int flags)}; accept4(2);
     * Linux 2.6.28.
     *
     * @param address receives the peer's address, or {@link MemorySegment#NULL}
     * @param length one int, the room in {@code address}, which becomes the length of the address;
     *     or {@link MemorySegment#NULL}
     * @param flags {@link #SOCK_NONBLOCK}, {@link #SOCK_CLOEXEC}
     */
    public static int accept4(
            final int fd,
            final MemorySegment address,
            final MemorySegment length,
            final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            ACCEPT4.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(address),
                                    Native.pointer(length),
                                    (long) flags,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(address);
            Reference.reachabilityFence(length);
        }
    }

    /**
     * Connects a socket; blocks unless it is non-blocking, which answers {@code -EINPROGRESS}.
     *
     * <p>{@code int connect(int fd, const struct sockaddr *addr, socklen_t len)}; connect(2); Linux
     * 1.0.
     */
    public static int connect(final int fd, final MemorySegment address, final int length) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            CONNECT.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(address),
                                    (long) length,
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(address);
        }
    }

    /**
     * Ends one or both directions of a connection.
     *
     * <p>{@code int shutdown(int fd, int how)}; shutdown(2); Linux 1.0.
     *
     * @param how {@link #SHUT_RD}, {@link #SHUT_WR} or {@link #SHUT_RDWR}
     */
    public static int shutdown(final int fd, final int how) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) SHUTDOWN.invokeExact(state, (long) fd, (long) how, 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Reads the local address of a socket.
     *
     * <p>{@code int getsockname(int fd, struct sockaddr *addr, socklen_t *len)}; getsockname(2);
     * Linux 1.0.
     *
     * @param length one int, the room in {@code address}, which becomes the length of the address
     */
    public static int getsockname(
            final int fd, final MemorySegment address, final MemorySegment length) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            GETSOCKNAME.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(address),
                                    Native.pointer(length),
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(address);
            Reference.reachabilityFence(length);
        }
    }

    /**
     * Reads the peer's address of a socket.
     *
     * <p>{@code int getpeername(int fd, struct sockaddr *addr, socklen_t *len)}; getpeername(2);
     * Linux 1.0.
     *
     * @param length one int, the room in {@code address}, which becomes the length of the address
     */
    public static int getpeername(
            final int fd, final MemorySegment address, final MemorySegment length) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            GETPEERNAME.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(address),
                                    Native.pointer(length),
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(address);
            Reference.reachabilityFence(length);
        }
    }

    /**
     * Sets an option.
     *
     * <p>{@code int setsockopt(int fd, int level, int name, const void *value, socklen_t len)};
     * setsockopt(2); Linux 1.0.
     *
     * @param length bytes of {@code value}
     */
    public static int setsockopt(
            final int fd,
            final int level,
            final int name,
            final MemorySegment value,
            final int length) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SETSOCKOPT.invokeExact(
                                    state,
                                    (long) fd,
                                    (long) level,
                                    (long) name,
                                    Native.pointer(value),
                                    (long) length,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(value);
        }
    }

    /**
     * Reads an option.
     *
     * <p>{@code int getsockopt(int fd, int level, int name, void *value, socklen_t *len)};
     * getsockopt(2); Linux 1.0.
     *
     * @param length one int, the room in {@code value}, which becomes the bytes written
     */
    public static int getsockopt(
            final int fd,
            final int level,
            final int name,
            final MemorySegment value,
            final MemorySegment length) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            GETSOCKOPT.invokeExact(
                                    state,
                                    (long) fd,
                                    (long) level,
                                    (long) name,
                                    Native.pointer(value),
                                    Native.pointer(length),
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(value);
            Reference.reachabilityFence(length);
        }
    }

    /**
     * Sets an option whose value is one {@code int}.
     *
     * <p>{@code setsockopt(fd, level, name, &value, sizeof(int))}; setsockopt(2); Linux 1.0.
     *
     * @return 0 or {@code -errno}
     */
    public static int setInt(final int fd, final int level, final int name, final int value) {
        final MemorySegment state = Native.state();
        state.set(JAVA_INT, Native.VALUE, value);
        try {
            final long returned =
                    (long)
                            SETSOCKOPT.invokeExact(
                                    state,
                                    (long) fd,
                                    (long) level,
                                    (long) name,
                                    Native.at(state, Native.VALUE),
                                    (long) Integer.BYTES,
                                    0L);
            return Native.result(returned, state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(state);
        }
    }

    /**
     * Reads an option whose value is one {@code int}.
     *
     * <p>{@code getsockopt(fd, level, name, &value, &length)}; getsockopt(2); Linux 1.0.
     *
     * @return the value without sign, 0 to 2^32 - 1 (narrow it with {@code (int)} where the option
     *     is signed), or {@code -errno}
     */
    public static long getInt(final int fd, final int level, final int name) {
        final MemorySegment state = Native.state();
        state.set(JAVA_INT, Native.VALUE, 0);
        state.set(JAVA_INT, Native.LENGTH, Integer.BYTES);
        try {
            final long returned =
                    (long)
                            GETSOCKOPT.invokeExact(
                                    state,
                                    (long) fd,
                                    (long) level,
                                    (long) name,
                                    Native.at(state, Native.VALUE),
                                    Native.at(state, Native.LENGTH),
                                    0L);
            final int result = Native.result(returned, state);
            return result < 0 ? result : Integer.toUnsignedLong(state.get(JAVA_INT, Native.VALUE));
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(state);
        }
    }
}
