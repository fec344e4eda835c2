package dev.harken.linux;

/** Error numbers of {@code asm-generic/errno.h}: the same on x86-64 and aarch64. Any thread. */
public final class Errno {

    /** Operation not permitted. */
    public static final int EPERM = 1;

    /** No such file or directory. */
    public static final int ENOENT = 2;

    /** No such process. */
    public static final int ESRCH = 3;

    /** Interrupted system call. */
    public static final int EINTR = 4;

    /** Input/output error. */
    public static final int EIO = 5;

    /** No such device or address. */
    public static final int ENXIO = 6;

    /** Argument list too long. */
    public static final int E2BIG = 7;

    /** Bad file descriptor. */
    public static final int EBADF = 9;

    /** No child processes. */
    public static final int ECHILD = 10;

    /** Resource temporarily unavailable. */
    public static final int EAGAIN = 11;

    /** Cannot allocate memory. */
    public static final int ENOMEM = 12;

    /** Permission denied. */
    public static final int EACCES = 13;

    /** Bad address. */
    public static final int EFAULT = 14;

    /** Device or resource busy. */
    public static final int EBUSY = 16;

    /** File exists. */
    public static final int EEXIST = 17;

    /** Invalid cross-device link. */
    public static final int EXDEV = 18;

    /** No such device. */
    public static final int ENODEV = 19;

    /** Not a directory. */
    public static final int ENOTDIR = 20;

    /** Is a directory. */
    public static final int EISDIR = 21;

    /** Invalid argument. */
    public static final int EINVAL = 22;

    /** Too many open files in system. */
    public static final int ENFILE = 23;

    /** Too many open files. */
    public static final int EMFILE = 24;

    /** Inappropriate ioctl for device. */
    public static final int ENOTTY = 25;

    /** File too large. */
    public static final int EFBIG = 27;

    /** No space left on device. */
    public static final int ENOSPC = 28;

    /** Illegal seek. */
    public static final int ESPIPE = 29;

    /** Read-only file system. */
    public static final int EROFS = 30;

    /** Too many links. */
    public static final int EMLINK = 31;

    /** Broken pipe. */
    public static final int EPIPE = 32;

    /** Numerical result out of range. */
    public static final int ERANGE = 34;

    /** Resource deadlock avoided. */
    public static final int EDEADLK = 35;

    /** File name too long. */
    public static final int ENAMETOOLONG = 36;

    /** Function not implemented. */
    public static final int ENOSYS = 38;

    /** Directory not empty. */
    public static final int ENOTEMPTY = 39;

    /** Too many levels of symbolic links. */
    public static final int ELOOP = 40;

    /** No data available. */
    public static final int ENODATA = 61;

    /** Timer expired. */
    public static final int ETIME = 62;

    /** Protocol error. */
    public static final int EPROTO = 71;

    /** Bad message. */
    public static final int EBADMSG = 74;

    /** Value too large for defined data type. */
    public static final int EOVERFLOW = 75;

    /** Socket operation on non-socket. */
    public static final int ENOTSOCK = 88;

    /** Destination address required. */
    public static final int EDESTADDRREQ = 89;

    /** Message too long. */
    public static final int EMSGSIZE = 90;

    /** Protocol wrong type for socket. */
    public static final int EPROTOTYPE = 91;

    /** Protocol not available. */
    public static final int ENOPROTOOPT = 92;

    /** Protocol not supported. */
    public static final int EPROTONOSUPPORT = 93;

    /** Operation not supported. */
    public static final int EOPNOTSUPP = 95;

    /** Address family not supported by protocol. */
    public static final int EAFNOSUPPORT = 97;

    /** Address already in use. */
    public static final int EADDRINUSE = 98;

    /** Cannot assign requested address. */
    public static final int EADDRNOTAVAIL = 99;

    /** Network is down. */
    public static final int ENETDOWN = 100;

    /** Network is unreachable. */
    public static final int ENETUNREACH = 101;

    /** Software caused connection abort. */
    public static final int ECONNABORTED = 103;

    /** Connection reset by peer. */
    public static final int ECONNRESET = 104;

    /** No buffer space available. */
    public static final int ENOBUFS = 105;

    /** Transport endpoint is already connected. */
    public static final int EISCONN = 106;

    /** Transport endpoint is not connected. */
    public static final int ENOTCONN = 107;

    /** Connection timed out. */
    public static final int ETIMEDOUT = 110;

    /** Connection refused. */
    public static final int ECONNREFUSED = 111;

    /** Host is down. */
    public static final int EHOSTDOWN = 112;

    /** No route to host. */
    public static final int EHOSTUNREACH = 113;

    /** Operation already in progress. */
    public static final int EALREADY = 114;

    /** Operation now in progress. */
    public static final int EINPROGRESS = 115;

    /** Stale file handle. */
    public static final int ESTALE = 116;

    /** Operation canceled. */
    public static final int ECANCELED = 125;

    /**
     * Operation not supported; the kernel's own number ({@code include/linux/errno.h}), which
     * should never reach a program yet does, from BPF and MPTCP.
     */
    public static final int ENOTSUPP = 524;

    private Errno() {}

    /**
     * The C name of an error.
     *
     * @param errno the number, or its negation as the wrappers return it
     * @return for example {@code "EADDRINUSE"}; {@code "errno 999"} for a number without a name
     */
    public static String name(final int errno) {
        final String entry = entry(errno);
        return entry.isEmpty()
                ? "errno " + Math.abs(errno)
                : entry.substring(0, entry.indexOf(' '));
    }

    /**
     * What an error means, in the words of strerror(3) without a capital.
     *
     * @param errno the number, or its negation as the wrappers return it
     * @return for example {@code "address already in use"}
     */
    public static String describe(final int errno) {
        final String entry = entry(errno);
        return entry.isEmpty() ? "unknown error" : entry.substring(entry.indexOf(' ') + 1);
    }

    private static String entry(final int errno) {
        final int number = Math.abs(errno);
        if (number == ENOTSUPP) {
            return "ENOTSUPP operation not supported by the kernel";
        }
        return number < ErrnoTable.ENTRIES.length ? ErrnoTable.ENTRIES[number] : "";
    }
}
