package dev.harken.netty;

import io.netty.channel.uring.IoUringIoOps;

/** The submissions a listening socket needs; numbers of linux/io_uring.h. */
final class UringOps {

    /** IORING_OP_POLL_ADD. */
    static final byte POLL_ADD = 6;

    /** IORING_OP_ACCEPT; Linux 5.5. */
    static final byte ACCEPT = 13;

    /** IORING_OP_ASYNC_CANCEL; Linux 5.5. */
    static final byte ASYNC_CANCEL = 14;

    /** IORING_CQE_F_MORE: this submission will complete again. */
    static final int CQE_MORE = 1 << 1;

    /** IORING_CQE_F_SOCK_NONEMPTY: the queue held another connection. */
    static final int CQE_SOCK_NONEMPTY = 1 << 2;

    private static final short ACCEPT_MULTISHOT = 1;
    private static final int POLLIN = 1;

    private UringOps() {}

    static IoUringIoOps acceptMany(final int fd, final int acceptFlags) {
        return ops(ACCEPT, ACCEPT_MULTISHOT, fd, 0, 0, acceptFlags);
    }

    static IoUringIoOps acceptOne(final int fd, final int acceptFlags, final PeerAddress peer) {
        return ops(ACCEPT, (short) 0, fd, peer.lengthPointer(), peer.addressPointer(), acceptFlags);
    }

    static IoUringIoOps pollReadable(final int fd) {
        return ops(POLL_ADD, (short) 0, fd, 0, 0, POLLIN);
    }

    static IoUringIoOps cancel(final long submission) {
        return ops(ASYNC_CANCEL, (short) 0, -1, 0, submission, 0);
    }

    private static IoUringIoOps ops(
            final byte opcode,
            final short ioPriority,
            final int fd,
            final long offset,
            final long address,
            final int operationFlags) {
        return new IoUringIoOps(
                opcode,
                (byte) 0,
                ioPriority,
                fd,
                offset,
                address,
                0,
                operationFlags,
                0L,
                (short) 0,
                (short) 0,
                0,
                0L);
    }
}
