package dev.harken.linux;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;

/**
 * Sending and receiving datagrams and messages. Every call returns the number of bytes or {@code
 * -errno}, allocates nothing and may be made on any thread.
 *
 * <p>{@link MessageHeader} lays out the {@code struct msghdr}, {@link ControlMessages} what travels
 * beside the data.
 */
public final class Messages {

    /** Leave the data in the queue. */
    public static final int MSG_PEEK = 0x2;

    /** Result: control data was cut. */
    public static final int MSG_CTRUNC = 0x8;

    /** Return the real length of a datagram; result: it was cut. */
    public static final int MSG_TRUNC = 0x20;

    /** Do not block. */
    public static final int MSG_DONTWAIT = 0x40;

    /** Wait for all that was asked. */
    public static final int MSG_WAITALL = 0x100;

    /** Receive from the error queue. */
    public static final int MSG_ERRQUEUE = 0x2000;

    /** No SIGPIPE. */
    public static final int MSG_NOSIGNAL = 0x4000;

    /** More follows. */
    public static final int MSG_MORE = 0x8000;

    /** Send without copying; Linux 4.14. */
    public static final int MSG_ZEROCOPY = 0x4000000;

    /** Send in the SYN; Linux 3.7. */
    public static final int MSG_FASTOPEN = 0x20000000;

    /** Set FD_CLOEXEC on descriptors received; Linux 2.6.23. */
    public static final int MSG_CMSG_CLOEXEC = 0x40000000;

    private static final MethodHandle SENDMSG = Native.function("sendmsg");
    private static final MethodHandle RECVMSG = Native.function("recvmsg");
    private static final MethodHandle SENDTO = Native.function("sendto");
    private static final MethodHandle RECVFROM = Native.function("recvfrom");

    private Messages() {}

    /**
     * Sends a message with control data; blocks unless the socket is non-blocking.
     *
     * <p>{@code ssize_t sendmsg(int fd, const struct msghdr *msg, int flags)}; sendmsg(2); Linux
     * 1.0.
     */
    public static long sendmsg(final int fd, final MemorySegment message, final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.sizeResult(
                    (long)
                            SENDMSG.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(message),
                                    (long) flags,
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(message);
        }
    }

    /**
     * Receives a message with control data; blocks unless the socket is non-blocking.
     *
     * <p>{@code ssize_t recvmsg(int fd, struct msghdr *msg, int flags)}; recvmsg(2); Linux 1.0.
     */
    public static long recvmsg(final int fd, final MemorySegment message, final int flags) {
        final MemorySegment state = Native.state();
        try {
            return Native.sizeResult(
                    (long)
                            RECVMSG.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(message),
                                    (long) flags,
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(message);
        }
    }

    /**
     * Sends a datagram; blocks unless the socket is non-blocking.
     *
     * <p>{@code ssize_t sendto(int fd, const void *buf, size_t len, int flags, const struct
     * sockaddr *addr, socklen_t addrlen)}; sendto(2); Linux 1.0.
     *
     * @param address the receiver, or {@link MemorySegment#NULL} on a connected socket
     */
    public static long sendto(
            final int fd,
            final MemorySegment buffer,
            final long count,
            final int flags,
            final MemorySegment address,
            final int length) {
        final MemorySegment state = Native.state();
        try {
            return Native.sizeResult(
                    (long)
                            SENDTO.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(buffer),
                                    count,
                                    (long) flags,
                                    Native.pointer(address),
                                    (long) length),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(buffer);
            Reference.reachabilityFence(address);
        }
    }

    /**
     * Receives a datagram; blocks unless the socket is non-blocking.
     *
     * <p>{@code ssize_t recvfrom(int fd, void *buf, size_t len, int flags, struct sockaddr *addr,
     * socklen_t *addrlen)}; recvfrom(2); Linux 1.0.
     *
     * @param address receives the sender, or {@link MemorySegment#NULL}
     * @param length one int, the room in {@code address}, which becomes the length of the address;
     *     or {@link MemorySegment#NULL}
     */
    public static long recvfrom(
            final int fd,
            final MemorySegment buffer,
            final long count,
            final int flags,
            final MemorySegment address,
            final MemorySegment length) {
        final MemorySegment state = Native.state();
        try {
            return Native.sizeResult(
                    (long)
                            RECVFROM.invokeExact(
                                    state,
                                    (long) fd,
                                    Native.pointer(buffer),
                                    count,
                                    (long) flags,
                                    Native.pointer(address),
                                    Native.pointer(length)),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(buffer);
            Reference.reachabilityFence(address);
            Reference.reachabilityFence(length);
        }
    }
}
