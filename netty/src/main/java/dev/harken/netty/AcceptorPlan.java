package dev.harken.netty;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.listen.ListenAddress;
import dev.harken.listen.Listener;

/**
 * Who accepts from which listener and how.
 *
 * @param placement who serves what is accepted
 * @param sharing who else waits on the socket
 */
record AcceptorPlan(
        Worker worker,
        Listener listener,
        Placement placement,
        AcceptStrategy strategy,
        ListenPoint.Sharing sharing) {

    /** Connections after which a worker goes to the end of the line. */
    int rotateEvery() {
        return strategy instanceof final AcceptStrategy.Exclusive exclusive
                ? exclusive.rotateEvery()
                : Integer.MAX_VALUE;
    }

    /** The longest wait of a worker that missed the mutex; 0 without a mutex. */
    long mutexDelayNanos() {
        return strategy instanceof final AcceptStrategy.Mutex mutex
                        && sharing == ListenPoint.Sharing.ALL
                ? mutex.delay().toNanos()
                : 0;
    }

    /** Opens the listening socket in the worker's loop, by a descriptor of the loop's own. */
    ListenPoint open(final ListenPoint.Events events) {
        final int fd = Descriptors.fcntl(listener.fd(), Descriptors.F_DUPFD_CLOEXEC, 0);
        if (fd < 0) {
            throw new IllegalStateException(
                    "duplicate " + listener + " for " + worker + ": " + Errno.name(-fd));
        }
        return TransportDriver.open(worker.transport(), worker.loop(), polled(fd), events);
    }

    private PolledSocket polled(final int fd) {
        return new PolledSocket(fd, !(listener.address() instanceof ListenAddress.Inet), sharing);
    }
}
