package dev.harken.linux;

/**
 * Descriptors of processes: waiting for them, signalling them, taking their descriptors. Every call
 * returns its result or {@code -errno}; any thread.
 */
public final class PidFd {

    private PidFd() {}

    /**
     * Opens a descriptor of a process, which becomes readable when the process ends; the caller
     * owns it, and it has FD_CLOEXEC.
     *
     * <p>{@code int pidfd_open(pid_t pid, unsigned int flags)}; pidfd_open(2); Linux 5.3.
     */
    public static int pidfdOpen(final int pid, final int flags) {
        return (int) Syscalls.syscall(Syscalls.Call.PIDFD_OPEN, pid, flags, 0, 0, 0);
    }

    /**
     * Duplicates a descriptor of another process; the caller owns the copy, which has FD_CLOEXEC.
     * Needs the same user, or CAP_SYS_PTRACE.
     *
     * <p>{@code int pidfd_getfd(int pidfd, int fd, unsigned int flags)}; pidfd_getfd(2); Linux 5.6.
     */
    public static int pidfdGetfd(final int pidFd, final int fd, final int flags) {
        return (int) Syscalls.syscall(Syscalls.Call.PIDFD_GETFD, pidFd, fd, flags, 0, 0);
    }

    /**
     * Sends a signal to exactly the process that the descriptor was opened for.
     *
     * <p>{@code int pidfd_send_signal(int pidfd, int sig, siginfo_t *info, unsigned int flags)};
     * pidfd_send_signal(2); Linux 5.1.
     */
    public static int pidfdSendSignal(final int pidFd, final int signal) {
        return (int) Syscalls.syscall(Syscalls.Call.PIDFD_SEND_SIGNAL, pidFd, signal, 0, 0, 0);
    }
}
