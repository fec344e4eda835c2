package dev.harken.server.lifecycle;

import dev.harken.linux.Accounts;
import dev.harken.linux.Credentials;
import dev.harken.linux.Credentials.Capabilities;
import dev.harken.linux.Errno;

import java.io.IOException;
import java.util.concurrent.Callable;

/**
 * What is left of root's rights after the sockets are open.
 *
 * <p>All threads become the configured user. The control thread alone keeps a few capabilities at
 * hand, as nginx's master process stays root: to read certificates and configurations that only
 * root may read when they are loaded again, to bind ports below 1024 then, to give new log files to
 * the user, to remove the pid file. They take effect only inside {@link #use}; at all other times,
 * and on all other threads, the process has none.
 */
public final class Privileges {
    private static final int[] AT_HAND = {
        Credentials.CAP_CHOWN,
        Credentials.CAP_DAC_OVERRIDE,
        Credentials.CAP_NET_BIND_SERVICE,
        Credentials.CAP_NET_ADMIN,
        Credentials.CAP_NET_RAW,
        Credentials.CAP_PERFMON,
        Credentials.CAP_BPF,
    };

    private final long atHand;

    private Privileges(final long atHand) {
        this.atHand = atHand;
    }

    /** Returns whether this process has root's rights to give up. */
    public static boolean isRoot() {
        return Credentials.geteuid() == 0;
    }

    /** Returns the privileges of a process that stays what it is. */
    public static Privileges unchanged() {
        return new Privileges(0);
    }

    /**
     * Makes all threads of this process, which is root's, the account's; control thread.
     *
     * @throws IOException when the kernel refuses; the process may be in between then and must end
     */
    public static Privileges giveUp(final Account account) throws IOException {
        if (account.uid() == 0) {
            return unchanged();
        }
        final long permitted = Credentials.capabilities(0).map(Capabilities::permitted).orElse(0L);
        long atHand = 0;
        for (final int capability : AT_HAND) {
            atHand |= 1L << capability & permitted;
        }
        // KEEPCAPS counts for the calling thread, the calls after it for all threads: the C library
        // makes every thread repeat them.
        check("prctl(PR_SET_KEEPCAPS)", Credentials.prctl(Credentials.PR_SET_KEEPCAPS, 1, 0, 0, 0));
        check(
                "initgroups(" + account.user() + ")",
                Accounts.initgroups(account.user(), account.gid()));
        check(
                "setresgid(" + account.gid() + ")",
                Credentials.setresgid(account.gid(), account.gid(), account.gid()));
        check(
                "setresuid(" + account.uid() + ")",
                Credentials.setresuid(account.uid(), account.uid(), account.uid()));
        check("prctl(PR_SET_KEEPCAPS)", Credentials.prctl(Credentials.PR_SET_KEEPCAPS, 0, 0, 0, 0));
        check("capset()", Credentials.setCapabilities(new Capabilities(0, atHand, 0)));
        return new Privileges(atHand);
    }

    /**
     * Does something with the privileges at hand; control thread. Threads must not be started in
     * it: they would inherit them.
     *
     * @throws Exception what {@code action} throws
     */
    public <T> T use(final Callable<T> action) throws Exception {
        if (atHand == 0) {
            return action.call();
        }
        check("capset()", Credentials.setCapabilities(new Capabilities(atHand, atHand, 0)));
        try {
            return action.call();
        } finally {
            check("capset()", Credentials.setCapabilities(new Capabilities(0, atHand, 0)));
        }
    }

    private static void check(final String call, final int result) throws IOException {
        if (result < 0) {
            throw new IOException(
                    call + " failed (" + -result + ": " + Errno.describe(-result) + ")");
        }
    }
}
