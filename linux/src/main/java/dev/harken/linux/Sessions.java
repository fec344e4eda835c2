package dev.harken.linux;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** Sessions: groups of processes that share a terminal, or have none. Any thread. */
public final class Sessions {
    private static final MethodHandle SETSID = Native.function("setsid");

    private Sessions() {}

    /**
     * Makes the process the leader of a new session without a terminal. {@code -EPERM} when it
     * leads a process group already.
     *
     * <p>{@code pid_t setsid(void)}; setsid(2); Linux 1.0.
     */
    public static int setsid() {
        final MemorySegment state = Native.state();
        try {
            return Native.result((long) SETSID.invokeExact(state, 0L, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }
}
