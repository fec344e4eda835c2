package dev.harken.netty;

/**
 * A listening descriptor on its way into an event loop.
 *
 * @param fd goes over to whoever opens a listen point with it
 * @param unix whether it is a Unix socket
 * @param sharing who else waits on it
 */
record PolledSocket(int fd, boolean unix, ListenPoint.Sharing sharing) {}
