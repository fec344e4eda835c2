package dev.harken.netty;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.uring.IoUring;
import io.netty.channel.uring.IoUringBufferRingConfig;
import io.netty.channel.uring.IoUringFixedBufferRingAllocator;
import io.netty.channel.uring.IoUringIoHandlerConfig;

/**
 * Buffers that a worker gives the kernel in advance on io_uring, shared by its connections: the
 * kernel takes one when data comes, so that a connection at rest needs none and one receive
 * operation serves a connection for life. Other transports do without, and so do kernels that can't
 * fill a buffer piece by piece (before Linux 6.12): a fresh buffer for each receive costs more than
 * the ring saves.
 *
 * @param buffers in the ring, a power of two up to 16384; 0 is no ring
 * @param bufferBytes size of each, ≥ 64
 */
public record ReceiveRing(int buffers, int bufferBytes) {

    /** 256 buffers of 2 KiB: half a megabyte per worker. */
    public static final ReceiveRing DEFAULT = new ReceiveRing(256, 2048);

    /** No ring: each connection waits for data, then receives into a buffer of its own. */
    public static final ReceiveRing NONE = new ReceiveRing(0, 2048);

    static final short GROUP = 0;

    private static final int MOST_BUFFERS = 1 << 14;
    private static final int LEAST_BYTES = 64;

    /** Checks the ranges. */
    public ReceiveRing {
        if (buffers < 0 || buffers > MOST_BUFFERS || Integer.bitCount(buffers) > 1) {
            throw new IllegalArgumentException(
                    "buffers: " + buffers + " (expected: 0 or a power of two up to 16384)");
        }
        if (bufferBytes < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    "bufferBytes: " + bufferBytes + " (expected: ≥ " + LEAST_BYTES + ")");
        }
    }

    /** Whether this kernel gets a ring. */
    boolean inUse() {
        return buffers > 0 && IoUring.isRegisterBufferRingIncSupported();
    }

    void configure(final IoUringIoHandlerConfig handler) {
        if (inUse()) {
            handler.setBufferRingConfig(
                    IoUringBufferRingConfig.builder()
                            .bufferGroupId(GROUP)
                            .bufferRingSize((short) buffers)
                            .batchSize(buffers)
                            .incremental(true)
                            .allocator(
                                    new IoUringFixedBufferRingAllocator(
                                            ByteBufAllocator.DEFAULT, false, bufferBytes))
                            .build());
        }
    }
}
