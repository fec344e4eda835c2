package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * Fields of {@code struct tcp_info} ({@code linux/tcp.h}) as {@code getsockopt(fd, IPPROTO_TCP,
 * TCP_INFO)} writes it. The kernel writes as much as it knows: read no field beyond the length that
 * came back. Any thread.
 *
 * <p>Offsets: state 0, options 5, unacked 24, sacked 28, rtt 68, total_retrans 100.
 *
 * <p>Of a listening socket {@link #unacked} is the length of its accept queue and {@link #sacked}
 * the limit ({@code net/ipv4/tcp.c}, tcp_get_info).
 */
public final class TcpInfo {

    /** Bytes to offer: the structure up to and including {@code tcpi_total_retrans}. */
    public static final int BYTES = 104;

    /** Flag of {@link #options}: data in the SYN was acknowledged. */
    public static final int TCPI_OPT_SYN_DATA = 32;

    static final long STATE = 0;
    static final long OPTIONS = 5;
    static final long UNACKED = 24;
    static final long SACKED = 28;
    static final long RTT = 68;
    static final long TOTAL_RETRANS = 100;

    private TcpInfo() {}

    /** {@code tcpi_state}: one of the states in {@link Tcp}. */
    public static int state(final MemorySegment info) {
        return info.get(JAVA_BYTE, STATE);
    }

    /** {@code tcpi_options}: flags. */
    public static int options(final MemorySegment info) {
        return Byte.toUnsignedInt(info.get(JAVA_BYTE, OPTIONS));
    }

    /** {@code tcpi_unacked}: segments in flight; of a listener, connections to accept. */
    public static long unacked(final MemorySegment info) {
        return Integer.toUnsignedLong(info.get(JAVA_INT, UNACKED));
    }

    /** {@code tcpi_sacked} at 28; of a listener, the limit of its accept queue. */
    public static long sacked(final MemorySegment info) {
        return Integer.toUnsignedLong(info.get(JAVA_INT, SACKED));
    }

    /** {@code tcpi_rtt}: smoothed round-trip time in microseconds. */
    public static long rttMicros(final MemorySegment info) {
        return Integer.toUnsignedLong(info.get(JAVA_INT, RTT));
    }

    /** {@code tcpi_total_retrans}: segments sent again. */
    public static long totalRetrans(final MemorySegment info) {
        return Integer.toUnsignedLong(info.get(JAVA_INT, TOTAL_RETRANS));
    }
}
