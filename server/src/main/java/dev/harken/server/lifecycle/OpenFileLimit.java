package dev.harken.server.lifecycle;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.harken.linux.Errno;
import dev.harken.linux.Limits;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** {@code worker_rlimit_nofile}: how many files and sockets the process may have open. */
public final class OpenFileLimit {
    private OpenFileLimit() {}

    /**
     * Sets the limit; any thread.
     *
     * @param count the limit, at least 1; above the hard limit it takes CAP_SYS_RESOURCE
     * @return what went wrong, in nginx's words, if the limit could not be set
     */
    public static Optional<String> set(final long count) {
        final long hard = Limits.limit(Limits.RLIMIT_NOFILE).map(Limits.Limit::hard).orElse(count);
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment limit = arena.allocate(JAVA_LONG, 2);
            limit.setAtIndex(JAVA_LONG, 0, count);
            limit.setAtIndex(JAVA_LONG, 1, Long.compareUnsigned(hard, count) < 0 ? count : hard);
            final int result = Limits.setrlimit(Limits.RLIMIT_NOFILE, limit);
            if (result == 0) {
                return Optional.empty();
            }
            return Optional.of(
                    "setrlimit(RLIMIT_NOFILE, %d) failed (%d: %s); the hard limit is %s, raise it with ulimit -Hn or LimitNOFILE="
                            .formatted(
                                    count,
                                    -result,
                                    Errno.describe(-result),
                                    Long.toUnsignedString(hard)));
        }
    }
}
