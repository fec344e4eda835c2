package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.MemorySegment;

/**
 * Fields of {@code struct tcp_info} ({@code linux/tcp.h}) as {@code getsockopt(fd, IPPROTO_TCP,
 * TCP_INFO)} writes it. The kernel writes as much as it knows: read no field beyond the length that
 * came back. Any thread.
 *
 * <p>Of a listening socket {@link #unacked} is the length of its accept queue and {@link #sacked}
 * the limit ({@code net/ipv4/tcp.c}, tcp_get_info).
 */
public final class TcpInfo {

    /** Bytes to offer: the structure up to and including {@code tcpi_total_retrans}. */
    public static final int BYTES = 104;

    /** Flag of {@link #options}: data in the SYN was acknowledged. */
    public static final int TCPI_OPT_SYN_DATA = 32;

    private TcpInfo() {}

    /** {@code tcpi_state} at 0: one of the states in {@link Tcp}. */
    public static int state(final MemorySegment info) {
        return info.get(JAVA_BYTE, 0);
    }

    /** {@code tcpi_options} at 5: flags. */
    public static int options(final MemorySegment info) {
        return Byte.toUnsignedInt(info.get(JAVA_BYTE, 5));
    }

    /** {@code tcpi_unacked} at 24: segments in flight; of a listener, connections to accept. */
    public static long unacked(final MemorySegment info) {
        return Integer.toUnsignedLong(info.get(JAVA_INT, 24));
    }

    /** {@code tcpi_sacked} at 28; of a listener, the limit of its accept queue. */
    public static long sacked(final MemorySegment info) {
        return Integer.toUnsignedLong(info.get(JAVA_INT, 28));
    }

    /** {@code tcpi_rtt} at 68: smoothed round-trip time in microseconds. */
    public static long rttMicros(final MemorySegment info) {
        return Integer.toUnsignedLong(info.get(JAVA_INT, 68));
    }

    /** {@code tcpi_total_retrans} at 100: segments sent again. */
    public static long totalRetrans(final MemorySegment info) {
        return Integer.toUnsignedLong(info.get(JAVA_INT, 100));
    }
}
