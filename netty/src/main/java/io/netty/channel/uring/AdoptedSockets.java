package io.netty.channel.uring;

import io.netty.channel.Channel;

import java.net.InetSocketAddress;

/**
 * Channels around sockets that were accepted elsewhere: Netty 4.2 has no public constructor for
 * them on io_uring, as it has on epoll. This file is all of ours that lives in a package of
 * Netty's; a test fails when a constructor it calls has changed. Any thread; the channel owns the
 * descriptor.
 */
public final class AdoptedSockets {

    private AdoptedSockets() {}

    /** Whether an accept says if the queue held another; Linux 6.10. */
    public static boolean acceptTellsOfMore() {
        return IoUring.isCqeFSockNonEmptySupported();
    }

    /** A connected TCP socket; asks the kernel for both addresses. */
    public static Channel tcp(final int fd) {
        return new IoUringSocketChannel(null, new LinuxSocket(fd));
    }

    /** A connected TCP socket whose peer is known. */
    public static Channel tcp(final int fd, final InetSocketAddress peer) {
        return new IoUringSocketChannel(null, new LinuxSocket(fd), peer);
    }

    /** A connected Unix stream socket. */
    public static Channel unix(final int fd) {
        return new IoUringDomainSocketChannel(null, new LinuxSocket(fd));
    }
}
