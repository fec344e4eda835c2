package dev.harken.listen;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.harken.linux.Sockets;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/** Options that are not one int: bytes, strings, 64-bit numbers. Results are {@code -errno}. */
final class SocketOptionIo {
    private SocketOptionIo() {}

    static int setBytes(final int fd, final int level, final int name, final byte[] value) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment segment = arena.allocateFrom(JAVA_BYTE, value);
            return Sockets.setsockopt(fd, level, name, segment, value.length);
        }
    }

    /** Fills {@code into} from its start; returns the length that the kernel reports. */
    static int getBytes(final int fd, final int level, final int name, final byte[] into) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment segment = arena.allocate(Math.max(1, into.length));
            final MemorySegment length = arena.allocateFrom(JAVA_INT, into.length);
            final int result = Sockets.getsockopt(fd, level, name, segment, length);
            if (result < 0) {
                return result;
            }
            final int filled = Math.min(length.get(JAVA_INT, 0), into.length);
            MemorySegment.copy(segment, JAVA_BYTE, 0, into, 0, filled);
            return filled;
        }
    }

    static int setText(final int fd, final int level, final int name, final String text) {
        return setBytes(fd, level, name, (text + '\0').getBytes(StandardCharsets.UTF_8));
    }

    static int setLong(final int fd, final int level, final int name, final long value) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment segment = arena.allocate(Long.BYTES, Long.BYTES);
            segment.set(JAVA_LONG_UNALIGNED, 0, value);
            return Sockets.setsockopt(fd, level, name, segment, Long.BYTES);
        }
    }

    /** The text up to its first NUL among {@code length} bytes. */
    static String text(final byte[] bytes, final int length) {
        int end = 0;
        while (end < length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
