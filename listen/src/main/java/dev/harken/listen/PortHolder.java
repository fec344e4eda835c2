package dev.harken.listen;

import java.util.List;

/**
 * A socket that holds an address, and who holds the socket.
 *
 * @param address where the socket is bound
 * @param state what the socket does
 * @param inode the number by which /proc names it; 0 for connections that no process holds
 * @param uid the user who made it
 * @param user the name of that user, or the number where it has no name
 * @param ipv6Only whether an IPv6 socket leaves IPv4 alone
 * @param reusePort whether others of the same user may join
 * @param owners the processes that hold it; empty if this user may not see them
 */
public record PortHolder(
        ListenAddress address,
        State state,
        long inode,
        int uid,
        String user,
        boolean ipv6Only,
        ReusePort reusePort,
        List<Owner> owners) {

    /** Copies the list. */
    public PortHolder {
        owners = List.copyOf(owners);
    }

    /** What the socket does. */
    public enum State {
        /** Accepts connections. */
        LISTENING,
        /** Has the address, but neither listens nor is connected; every UDP socket is. */
        BOUND,
        /** A connection. */
        CONNECTED,
        /** A connection that has ended; the kernel keeps its ports for 60 seconds. */
        TIME_WAIT
    }

    /** Whether a socket has SO_REUSEPORT. */
    public enum ReusePort {
        /** It has. */
        ON,
        /** It has not: nobody else can bind beside it. */
        OFF,
        /** This process may not look: it is another user's socket and CAP_SYS_PTRACE is missing. */
        UNKNOWN
    }

    /**
     * A process that holds a socket.
     *
     * @param pid its number
     * @param fd the descriptor in that process
     * @param command its short name
     * @param commandLine its arguments, joined by spaces; empty if it has none
     */
    public record Owner(int pid, int fd, String command, String commandLine) {
        @Override
        public String toString() {
            return "pid %d (%s)".formatted(pid, command);
        }
    }
}
