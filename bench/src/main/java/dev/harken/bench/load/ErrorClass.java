package dev.harken.bench.load;

/** Why a request has no reply, or not the one it should have. */
public enum ErrorClass {
    /** Nobody listens: ECONNREFUSED. */
    REFUSED("refused"),
    /** The peer broke the connection, or an HTTP/2 stream: ECONNRESET, EPIPE, RST_STREAM. */
    RESET("reset"),
    /** The peer ended the connection before the first byte of the reply. */
    EMPTY_REPLY("empty_reply"),
    /** The peer ended the connection in the middle of the reply. */
    CUT_SHORT("cut_short"),
    /** No complete reply, or no connection, in time. */
    TIMEOUT("timeout"),
    /** A complete reply with a status of 400 or more. It is among the latencies all the same. */
    BAD_STATUS("bad_status"),
    /** What came is not HTTP, or not what an echo service should send. */
    BAD_REPLY("bad_reply"),
    /** The TLS handshake failed, or the server chose another protocol. */
    TLS("tls"),
    /** The network says that there is no way: EHOSTUNREACH, ENETUNREACH, EACCES. */
    UNREACHABLE("unreachable"),
    /** This host is out of ports, descriptors or memory: EADDRNOTAVAIL, EMFILE, ENOBUFS. */
    LOCAL("local");

    private final String label;

    ErrorClass(final String label) {
        this.label = label;
    }

    /** The name in reports. */
    public String label() {
        return label;
    }
}
