package dev.harken.bench.load;

import dev.harken.netty.Transport;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringBufferRingConfig;
import io.netty.channel.uring.IoUringFixedBufferRingAllocator;
import io.netty.channel.uring.IoUringIoHandler;
import io.netty.channel.uring.IoUringIoHandlerConfig;
import io.netty.util.concurrent.DefaultThreadFactory;

/** The event loops of a run. */
final class Loops {

    /** The buffers that the kernel fills; see {@link #hasReceiveRing}. */
    static final short RING_GROUP = 0;

    private static final short RING_BUFFERS = 256;
    private static final int RING_BUFFER_BYTES = 4096;

    private Loops() {}

    static MultiThreadIoEventLoopGroup group(final Transport transport, final int threads) {
        return new MultiThreadIoEventLoopGroup(
                threads, new DefaultThreadFactory("harken-load", true), handlers(transport));
    }

    /**
     * Whether io_uring has buffers in advance here: one receive operation lasts for many replies.
     */
    static boolean hasReceiveRing() {
        return IoUring.isRegisterBufferRingSupported();
    }

    private static IoHandlerFactory handlers(final Transport transport) {
        return switch (transport) {
            case IO_URING -> uring();
            case EPOLL -> EpollIoHandler.newFactory();
            case NIO -> NioIoHandler.newFactory();
        };
    }

    private static IoHandlerFactory uring() {
        final IoUringIoHandlerConfig config = new IoUringIoHandlerConfig();
        if (hasReceiveRing()) {
            config.setBufferRingConfig(
                    IoUringBufferRingConfig.builder()
                            .bufferGroupId(RING_GROUP)
                            .bufferRingSize(RING_BUFFERS)
                            .batchSize(RING_BUFFERS)
                            .incremental(IoUring.isRegisterBufferRingIncSupported())
                            .allocator(
                                    new IoUringFixedBufferRingAllocator(
                                            ByteBufAllocator.DEFAULT, false, RING_BUFFER_BYTES))
                            .build());
        }
        return IoUringIoHandler.newFactory(config);
    }
}
