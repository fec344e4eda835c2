package dev.harken.netty;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.Sockets;

import io.netty.channel.Channel;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.uring.AdoptedSockets;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringChannelOption;
import io.netty.channel.uring.IoUringIoEvent;
import io.netty.channel.uring.IoUringIoHandle;
import io.netty.channel.uring.IoUringIoOps;

import org.jspecify.annotations.Nullable;

/**
 * A listening socket in an io_uring loop. Which operation waits on it depends on who else does:
 *
 * <ul>
 *   <li>alone: one multishot accept, no submission per connection;
 *   <li>exclusive: one accept at a time. Each submission goes to the end of the socket's wait
 *       queue, of which the kernel wakes the head, so that the workers take turns. A multishot
 *       accept would stay at the head and take all;
 *   <li>all: a poll, which is not exclusive, then accept4(2). An accept operation always is.
 * </ul>
 */
final class UringListenPoint implements ListenPoint, IoUringIoHandle {

    private static final long NONE = 0;

    /** Blocking, as Netty's own: io_uring waits for such a socket by itself. */
    private static final int ACCEPT_FLAGS = Sockets.SOCK_CLOEXEC;

    private final WorkerLoop loop;
    private final int fd;
    private final boolean unix;
    private final boolean receiveRing;
    private final Sharing sharing;
    private final Events events;
    private final PeerAddress peer = new PeerAddress();
    private final Readiness readiness;

    private @Nullable IoRegistration registration;
    private @Nullable Runnable whenClosed;
    private @Nullable Runnable afterSubmission;
    private boolean wanted;
    private boolean closed;
    private long submission = NONE;
    private int accepted = -1;
    private boolean peerKnown; // a multishot accept has no room for one address per connection

    UringListenPoint(final WorkerLoop loop, final PolledSocket socket, final Events events) {
        this.loop = loop;
        this.fd = socket.fd();
        this.unix = socket.unix();
        this.readiness = new Readiness(socket.fd());
        this.sharing =
                socket.sharing() == Sharing.ALONE && !IoUring.isAcceptMultishotEnabled()
                        ? Sharing.EXCLUSIVE
                        : socket.sharing();
        this.receiveRing = loop.worker().receiveRing().inUse();
        this.events = events;
    }

    @Override
    public void arm() {
        wanted = true;
        submitIfWanted();
    }

    @Override
    public void disarm() {
        wanted = false;
        if (submission != NONE && registration != null) {
            registration.submit(UringOps.cancel(submission));
        }
    }

    @Override
    public void whenDisarmed(final Runnable action) {
        if (submission == NONE) {
            action.run();
        } else {
            afterSubmission = action;
        }
    }

    @Override
    public boolean mayHoldConnection() {
        return readiness.now();
    }

    @Override
    public int accept() {
        accepted = peer.accept(fd, ACCEPT_FLAGS);
        peerKnown = true;
        return accepted;
    }

    @Override
    public Channel child() {
        try {
            if (unix) {
                return AdoptedSockets.unix(accepted);
            }
            final Channel child =
                    peerKnown
                            ? AdoptedSockets.tcp(accepted, peer.address())
                            : AdoptedSockets.tcp(accepted);
            if (receiveRing) {
                child.config()
                        .setOption(
                                IoUringChannelOption.IO_URING_BUFFER_GROUP_ID, ReceiveRing.GROUP);
            }
            return child;
        } catch (final RuntimeException failed) {
            Descriptors.close(accepted);
            throw failed;
        }
    }

    @Override
    public void close(final Runnable done) {
        whenClosed = done;
        close();
    }

    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        disarm();
        if (registration == null) {
            unregistered();
        } else {
            registration.cancel();
        }
    }

    @Override
    public void unregistered() {
        Descriptors.close(fd);
        if (whenClosed != null) {
            whenClosed.run();
        }
    }

    @Override
    public void handle(final IoRegistration from, final IoEvent event) {
        final IoUringIoEvent completion = (IoUringIoEvent) event;
        if (completion.opcode() == UringOps.ASYNC_CANCEL) {
            return;
        }
        final boolean ended = (completion.flags() & UringOps.CQE_MORE) == 0;
        if (ended) {
            submission = NONE;
        }
        tell(completion);
        if (ended && afterSubmission != null) {
            afterSubmission.run();
            afterSubmission = null;
        }
        if (sharing != Sharing.ALL || completion.res() < 0) {
            submitIfWanted();
        }
    }

    private void tell(final IoUringIoEvent completion) {
        final int result = completion.res();
        if (result == -Errno.ECANCELED) {
            return;
        }
        if (result < 0) {
            events.failed(-result);
        } else if (sharing == Sharing.ALL) {
            events.ready();
        } else {
            accepted = result;
            peerKnown = sharing == Sharing.EXCLUSIVE;
            events.accepted(mayHoldMore(completion.flags()));
        }
    }

    /** A multishot accept tells of the next by itself; before Linux 6.10 nobody knows. */
    private boolean mayHoldMore(final int flags) {
        return sharing != Sharing.ALONE
                && (!AdoptedSockets.acceptTellsOfMore()
                        || (flags & UringOps.CQE_SOCK_NONEMPTY) != 0);
    }

    private void submitIfWanted() {
        if (!wanted || submission != NONE) {
            return;
        }
        if (registration == null) {
            registration = loop.registerNow(this);
        }
        submission = registration.submit(nextOperation());
    }

    private IoUringIoOps nextOperation() {
        return switch (sharing) {
            case ALONE -> UringOps.acceptMany(fd, ACCEPT_FLAGS);
            case ALL -> UringOps.pollReadable(fd);
            case EXCLUSIVE -> {
                peer.prepare();
                yield UringOps.acceptOne(fd, ACCEPT_FLAGS, peer);
            }
        };
    }
}
