package dev.harken.netty;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Sockets;

import io.netty.channel.Channel;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.epoll.AdoptedSockets;
import io.netty.channel.epoll.EpollIoHandle;
import io.netty.channel.epoll.EpollIoOps;
import io.netty.channel.unix.FileDescriptor;

import org.jspecify.annotations.Nullable;

import java.io.IOException;

/**
 * A listening socket in an epoll loop, level-triggered.
 *
 * <p>The mask of the first submission is what Netty passes to EPOLL_CTL_ADD, the only call that
 * takes EPOLLEXCLUSIVE (epoll_ctl(2)). The mask can't be changed afterwards, so that every pause
 * ends the registration and every resumption makes a new one.
 */
final class EpollListenPoint implements ListenPoint, EpollIoHandle {

    private static final int EPOLLEXCLUSIVE = 1 << 28;
    private static final EpollIoOps READABLE = EpollIoOps.EPOLLIN;
    private static final EpollIoOps READABLE_EXCLUSIVE =
            EpollIoOps.valueOf(EpollIoOps.EPOLLIN.value() | EPOLLEXCLUSIVE);
    private static final int ACCEPT_FLAGS = Sockets.SOCK_NONBLOCK | Sockets.SOCK_CLOEXEC;

    private final WorkerLoop loop;
    private final FileDescriptor descriptor;
    private final boolean unix;
    private final boolean exclusive;
    private final PeerAddress peer = new PeerAddress();
    private final Readiness readiness;
    private final Events events;

    private @Nullable IoRegistration registration;
    private int accepted = -1;

    EpollListenPoint(final WorkerLoop loop, final PolledSocket socket, final Events events) {
        this.loop = loop;
        this.descriptor = new FileDescriptor(socket.fd());
        this.unix = socket.unix();
        this.readiness = new Readiness(socket.fd());
        this.exclusive = socket.sharing() == Sharing.EXCLUSIVE;
        this.events = events;
    }

    @Override
    public void arm() {
        if (registration == null) {
            registration = loop.registerNow(this);
            registration.submit(exclusive ? READABLE_EXCLUSIVE : READABLE);
        }
    }

    @Override
    public void disarm() {
        if (registration != null) {
            registration.cancel();
            registration = null;
        }
    }

    @Override
    public boolean mayHoldConnection() {
        return readiness.now();
    }

    @Override
    public int accept() {
        accepted = peer.accept(descriptor.intValue(), ACCEPT_FLAGS);
        return accepted;
    }

    @Override
    public Channel child() {
        try {
            return unix
                    ? AdoptedSockets.unix(accepted)
                    : AdoptedSockets.tcp(accepted, peer.address());
        } catch (final RuntimeException failed) {
            Descriptors.close(accepted);
            throw failed;
        }
    }

    @Override
    public void rotate() {
        if (exclusive && registration != null) {
            disarm();
            arm();
        }
    }

    @Override
    public void close(final Runnable done) {
        close();
        done.run();
    }

    @Override
    public void close() {
        disarm();
        try {
            descriptor.close();
        } catch (final IOException impossible) {
            throw new IllegalStateException("close of a listening descriptor", impossible);
        }
    }

    @Override
    public FileDescriptor fd() {
        return descriptor;
    }

    @Override
    public void handle(final IoRegistration from, final IoEvent event) {
        if (registration != null) {
            events.ready();
        }
    }
}
