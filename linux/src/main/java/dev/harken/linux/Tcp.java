package dev.harken.linux;

/**
 * Options of level {@link Sockets#IPPROTO_TCP} and states of TCP, of {@code linux/tcp.h}; tcp(7).
 */
public final class Tcp {

    /** 1: send small segments at once. */
    public static final int TCP_NODELAY = 1;

    /** Largest segment in bytes. */
    public static final int TCP_MAXSEG = 2;

    /** 1: hold partial segments. */
    public static final int TCP_CORK = 3;

    /** Seconds of silence before the first keep-alive probe. */
    public static final int TCP_KEEPIDLE = 4;

    /** Seconds between keep-alive probes. */
    public static final int TCP_KEEPINTVL = 5;

    /** Unanswered keep-alive probes that end a connection. */
    public static final int TCP_KEEPCNT = 6;

    /** SYN retransmissions of connect. */
    public static final int TCP_SYNCNT = 7;

    /** Seconds in FIN_WAIT2 of a closed socket. */
    public static final int TCP_LINGER2 = 8;

    /** Seconds to wait for data before accepting; the kernel rounds up to retransmissions. */
    public static final int TCP_DEFER_ACCEPT = 9;

    /** Largest advertised window in bytes. */
    public static final int TCP_WINDOW_CLAMP = 10;

    /** {@code struct tcp_info}; see {@link TcpInfo}. */
    public static final int TCP_INFO = 11;

    /** 1: acknowledge at once. */
    public static final int TCP_QUICKACK = 12;

    /** Name of the congestion control. */
    public static final int TCP_CONGESTION = 13;

    /** Milliseconds unacknowledged data may stay; Linux 2.6.37. */
    public static final int TCP_USER_TIMEOUT = 18;

    /** Length of the Fast Open queue of a listener; Linux 3.7. */
    public static final int TCP_FASTOPEN = 23;

    /** Unsent bytes that stop writability; Linux 3.12. */
    public static final int TCP_NOTSENT_LOWAT = 25;

    /** 1: keep the SYN for TCP_SAVED_SYN; Linux 4.2. */
    public static final int TCP_SAVE_SYN = 27;

    /** Headers of the SYN; Linux 4.2. */
    public static final int TCP_SAVED_SYN = 28;

    /** 1: connect waits for the first write; Linux 4.11. */
    public static final int TCP_FASTOPEN_CONNECT = 30;

    /** 16 bytes, or 32 with a backup key; Linux 4.15. */
    public static final int TCP_FASTOPEN_KEY = 33;

    /** 1: Fast Open without a cookie; Linux 4.15. */
    public static final int TCP_FASTOPEN_NO_COOKIE = 34;

    /** Microseconds to delay packets; needs fq; Linux 5.3. */
    public static final int TCP_TX_DELAY = 37;

    /** State: connected. */
    public static final int TCP_ESTABLISHED = 1;

    /** State: SYN sent. */
    public static final int TCP_SYN_SENT = 2;

    /** State: SYN received, Fast Open or the like. */
    public static final int TCP_SYN_RECV = 3;

    /** State: FIN sent. */
    public static final int TCP_FIN_WAIT1 = 4;

    /** State: FIN acknowledged. */
    public static final int TCP_FIN_WAIT2 = 5;

    /** State: closed, waiting for stray packets. */
    public static final int TCP_TIME_WAIT = 6;

    /** State: closed; of UDP, not connected. */
    public static final int TCP_CLOSE = 7;

    /** State: FIN received. */
    public static final int TCP_CLOSE_WAIT = 8;

    /** State: FIN sent after the peer's. */
    public static final int TCP_LAST_ACK = 9;

    /** State: listening. */
    public static final int TCP_LISTEN = 10;

    /** State: both FINs crossed. */
    public static final int TCP_CLOSING = 11;

    /** State: handshake not finished. */
    public static final int TCP_NEW_SYN_RECV = 12;

    private Tcp() {}
}
