package dev.harken.netty;

import io.netty.channel.IoHandlerFactory;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;

/** What differs between the transports: the handler in the loop and the listening socket. */
final class TransportDriver {

    private TransportDriver() {}

    static IoHandlerFactory handlers(final Transport transport, final ReceiveRing ring) {
        return switch (transport) {
            case IO_URING -> uring(ring);
            case EPOLL -> EpollIoHandler.newFactory();
            case NIO -> NioIoHandler.newFactory();
        };
    }

    static ListenPoint open(
            final Transport transport,
            final WorkerLoop loop,
            final PolledSocket socket,
            final ListenPoint.Events events) {
        return switch (transport) {
            case IO_URING -> new UringListenPoint(loop, socket, events);
            case EPOLL -> new EpollListenPoint(loop, socket, events);
            case NIO -> new NioListenPoint(loop, socket, events);
        };
    }

    private static IoHandlerFactory uring(final ReceiveRing ring) {
        final IoUringIoHandlerConfig config = new IoUringIoHandlerConfig();
        ring.configure(config);
        return IoUringIoHandler.newFactory(config);
    }
}
