package dev.harken.netty;

import dev.harken.linux.Errno;

import io.netty.channel.Channel;
import io.netty.channel.IoEvent;
import io.netty.channel.IoRegistration;
import io.netty.channel.nio.NioIoHandle;
import io.netty.channel.nio.NioIoOps;
import io.netty.channel.socket.nio.NioDomainSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;

import org.jspecify.annotations.Nullable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/** A listening socket in a {@code java.nio} loop. */
final class NioListenPoint implements ListenPoint, NioIoHandle {

    private final WorkerLoop loop;
    private final ServerSocketChannel server;
    private final boolean unix;
    private final Events events;

    private @Nullable IoRegistration registration;
    private @Nullable SocketChannel accepted;
    private boolean armed;

    NioListenPoint(final WorkerLoop loop, final PolledSocket socket, final Events events) {
        this.loop = loop;
        this.unix = socket.unix();
        this.events = events;
        try {
            this.server = NioAdoption.adopt(socket.fd(), socket.unix());
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public void arm() {
        if (registration == null) {
            registration = loop.registerNow(this);
        }
        if (!armed) {
            armed = true;
            registration.submit(NioIoOps.ACCEPT);
        }
    }

    @Override
    public void disarm() {
        if (armed && registration != null) {
            armed = false;
            registration.submit(NioIoOps.NONE);
        }
    }

    @Override
    public int accept() {
        try {
            accepted = server.accept();
            return accepted == null ? -Errno.EAGAIN : 0;
        } catch (final ClosedChannelException closed) {
            return -Errno.EBADF;
        } catch (final IOException failed) {
            return -errno(failed);
        }
    }

    @Override
    public Channel child() {
        final SocketChannel child = accepted;
        if (child == null) {
            throw new IllegalStateException("nothing was accepted");
        }
        accepted = null;
        return unix ? new NioDomainSocketChannel(null, child) : new NioSocketChannel(null, child);
    }

    @Override
    public void close(final Runnable done) {
        close();
        done.run();
    }

    @Override
    public void close() {
        armed = false;
        if (registration != null) {
            registration.cancel();
        }
        try {
            server.close();
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    @Override
    public SelectableChannel selectableChannel() {
        return server;
    }

    @Override
    public void handle(final IoRegistration from, final IoEvent event) {
        if (armed) {
            events.ready();
        }
    }

    /** The JDK passes on strerror(3) alone. */
    private static int errno(final IOException failed) {
        final String message = String.valueOf(failed.getMessage());
        for (final int errno : AcceptErrors.NAMED) {
            if (message.regionMatches(
                    true, 0, Errno.describe(errno), 0, Errno.describe(errno).length())) {
                return errno;
            }
        }
        return Errno.EIO;
    }
}
