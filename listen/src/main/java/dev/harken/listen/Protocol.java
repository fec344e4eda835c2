package dev.harken.listen;

/** What a listening socket speaks. MPTCP is TCP with {@link Option#MPTCP} asked for. */
public enum Protocol {
    /** Stream sockets over IPv4, IPv6 or both. */
    TCP("tcp"),
    /** Datagram sockets over IPv4, IPv6 or both; nothing is accepted on them. */
    UDP("udp"),
    /** Stream sockets of this machine, named by a path or an abstract name. */
    UNIX("unix");

    private final String label;

    Protocol(final String label) {
        this.label = label;
    }

    /** The lower-case name that messages and configurations use. */
    public String label() {
        return label;
    }

    /** Whether connections are accepted on such a socket; false for datagrams. */
    public boolean acceptsConnections() {
        return this != UDP;
    }
}
