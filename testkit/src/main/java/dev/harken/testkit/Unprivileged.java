package dev.harken.testkit;

import dev.harken.linux.Credentials;
import dev.harken.linux.Errno;
import dev.harken.linux.Syscalls;

import java.util.concurrent.Callable;

/**
 * Runs code of a test without the privileges of the process, on a thread of its own that ends with
 * it. The kernel checks privileges per thread, so no other process is needed.
 */
public final class Unprivileged {

    /** The user and group {@code nobody}. */
    public static final int NOBODY = 65534;

    private Unprivileged() {}

    /**
     * Runs code as the present user but without any capability.
     *
     * @throws Exception what {@code work} throws
     */
    public static <T> T call(final Callable<T> work) throws Exception {
        return OwnThread.call(
                "unprivileged",
                () -> {
                    final var none = new Credentials.Capabilities(0, 0, 0);
                    check("capset", Credentials.setCapabilities(none));
                    return work.call();
                });
    }

    /**
     * Runs code as another user, without groups and capabilities. Needs root, and skips the test
     * without. The code can read only what that user can, classes included.
     *
     * @throws Exception what {@code work} throws
     */
    public static <T> T callAs(final int user, final Callable<T> work) throws Exception {
        Require.root();
        return OwnThread.call(
                "unprivileged",
                () -> {
                    // Not by the C library, whose functions change every thread of the process.
                    check("setgroups", Syscalls.syscall(Syscalls.Call.SETGROUPS, 0, 0, 0, 0, 0));
                    check(
                            "setresgid",
                            Syscalls.syscall(Syscalls.Call.SETRESGID, user, user, user, 0, 0));
                    check(
                            "setresuid",
                            Syscalls.syscall(Syscalls.Call.SETRESUID, user, user, user, 0, 0));
                    return work.call();
                });
    }

    private static void check(final String call, final long result) {
        if (result < 0) {
            throw new IllegalStateException(call + ": " + Errno.name((int) result));
        }
    }
}
