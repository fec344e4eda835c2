package io.netty.channel.epoll;

import io.netty.channel.Channel;

import java.net.InetSocketAddress;

/**
 * Channels around sockets that were accepted elsewhere. Netty's public constructor asks the kernel
 * for SO_ERROR and the peer, three calls per connection, and makes a channel that never ends when
 * the client has reset the connection already; the one for its own acceptor does neither. This file
 * is all of ours that lives in this package of Netty's; a test fails when a constructor it calls
 * has changed. Any thread; the channel owns the descriptor.
 */
public final class AdoptedSockets {

    private AdoptedSockets() {}

    /** A connected TCP socket, non-blocking. */
    public static Channel tcp(final int fd, final InetSocketAddress peer) {
        return new EpollSocketChannel(null, new LinuxSocket(fd), peer);
    }

    /** A connected Unix stream socket, non-blocking. */
    public static Channel unix(final int fd) {
        return new EpollDomainSocketChannel(null, new LinuxSocket(fd));
    }
}
