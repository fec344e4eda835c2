package dev.harken.netty;

import dev.harken.linux.Errno;

/** What each errno of accept4(2) means to a worker; accept(2), "Error handling". */
final class AcceptErrors {

    /** Those that are looked for in a message of {@code java.nio}, the longer text first. */
    static final int[] NAMED = {
        Errno.ENFILE,
        Errno.EMFILE,
        Errno.ENOBUFS,
        Errno.ENOMEM,
        Errno.ECONNABORTED,
        Errno.EINVAL,
        Errno.EBADF
    };

    /** What to do about an errno. */
    enum Answer {
        /** The queue is empty. */
        WAIT,
        /** That connection is gone, the next may be well. */
        NEXT,
        /** The system lacks something: stop polling, try again soon. */
        SUSPEND,
        /** The listening socket is no longer one. */
        STOP
    }

    private AcceptErrors() {}

    /**
     * What is not known to be over with that one connection is given time, never retried at once.
     */
    static Answer answer(final int errno) {
        return switch (errno) {
            case Errno.EAGAIN -> Answer.WAIT;
            case Errno.ECONNABORTED,
                    Errno.EINTR,
                    Errno.EPROTO,
                    Errno.EPERM,
                    Errno.ENETDOWN,
                    Errno.ENETUNREACH,
                    Errno.ENOPROTOOPT,
                    Errno.EHOSTDOWN,
                    Errno.EHOSTUNREACH ->
                    Answer.NEXT;
            case Errno.EBADF, Errno.EINVAL, Errno.ENOTSOCK, Errno.EOPNOTSUPP -> Answer.STOP;
            default -> Answer.SUSPEND;
        };
    }

    static boolean descriptors(final int errno) {
        return errno == Errno.EMFILE || errno == Errno.ENFILE;
    }

    static WorkerMetric metric(final int errno) {
        return switch (errno) {
            case Errno.EMFILE, Errno.ENFILE -> WorkerMetric.ERRORS_DESCRIPTORS;
            case Errno.ENOBUFS, Errno.ENOMEM -> WorkerMetric.ERRORS_MEMORY;
            case Errno.ECONNABORTED, Errno.EPROTO, Errno.ENETDOWN, Errno.ENETUNREACH ->
                    WorkerMetric.ERRORS_ABORTED;
            default -> WorkerMetric.ERRORS_OTHER;
        };
    }
}
