package dev.harken.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;

/**
 * Links C functions and carries errno out of a call; every wrapper of this package goes through it.
 *
 * <p>All functions are linked with one signature, {@code long f(long, long, long, long, long,
 * long)}. Each further signature costs 4 to 5 ms of start-up, because the JDK writes a class for it
 * (measured with an AOT cache, ten functions: 20 ms with one signature, 61 ms with ten). It is
 * sound for every function that takes at most six integers or pointers, on both calling conventions
 * that Harken supports (System V x86-64 and AAPCS64): arguments travel in the same six registers
 * whatever their integer type, the callee ignores the upper half of a narrower one, spare registers
 * are scratch, and variadic integers travel like named ones. A result narrower than {@code long}
 * must be narrowed by the caller.
 *
 * <p>No function is linked as critical: that would save some ten nanoseconds of a call that takes
 * hundreds, need a second signature, and hold up the garbage collector in a call that blocks.
 */
final class Native {

    /**
     * Where a call state has room for an {@code int} or {@code long} value that a call points to.
     */
    static final long VALUE = 16;

    /** Where a call state has room for the {@code socklen_t} or second value of a call. */
    static final long LENGTH = 32;

    private static final long STATE_BYTES = 64;

    private static final FunctionDescriptor SIGNATURE =
            FunctionDescriptor.of(
                    JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG, JAVA_LONG);

    private static final Linker LINKER = Linker.nativeLinker();
    private static final SymbolLookup LIBC = LINKER.defaultLookup();
    private static final Linker.Option ERRNO = Linker.Option.captureCallState("errno");
    private static final long ERRNO_OFFSET =
            Linker.Option.captureStateLayout().byteOffset(PathElement.groupElement("errno"));

    /** Automatic arenas, so that the memory goes with its thread. */
    private static final ThreadLocal<MemorySegment> STATE =
            ThreadLocal.withInitial(
                    () -> Arena.ofAuto().allocate(STATE_BYTES, ADDRESS.byteAlignment()));

    private Native() {}

    /**
     * Links a C function of the C library.
     *
     * @param name the symbol, which every supported C library has
     * @return a handle of type {@code (MemorySegment, long × 6) → long} whose first argument is the
     *     caller's {@link #state()}
     */
    @SuppressWarnings("restricted")
    static MethodHandle function(final String name) {
        return LINKER.downcallHandle(LIBC.findOrThrow(name), SIGNATURE, ERRNO);
    }

    /**
     * The calling thread's memory for errno and for small in and out parameters. Contents last
     * until the thread's next call.
     */
    static MemorySegment state() {
        return STATE.get();
    }

    /** The address of a small parameter inside a call state. */
    static long at(final MemorySegment state, final long offset) {
        return state.address() + offset;
    }

    /**
     * The address behind a segment, for a call that lasts no longer than the caller's reachability
     * fence on the segment.
     *
     * @throws IllegalArgumentException if the segment is on the Java heap
     * @throws IllegalStateException if the segment's arena is closed
     */
    static long pointer(final MemorySegment segment) {
        if (!segment.isNative()) {
            throw new IllegalArgumentException("segment: on the Java heap (expected: native)");
        }
        if (!segment.scope().isAlive()) {
            throw new IllegalStateException("segment: its arena is closed");
        }
        return segment.address();
    }

    /** The result of a function that returns {@code int} and {@code -1} for an error. */
    static int result(final long returned, final MemorySegment state) {
        final int value = (int) returned;
        return value != -1 ? value : -state.get(JAVA_INT, ERRNO_OFFSET);
    }

    /** The result of a function that returns {@code ssize_t} and {@code -1} for an error. */
    static long sizeResult(final long returned, final MemorySegment state) {
        return returned != -1 ? returned : -state.get(JAVA_INT, ERRNO_OFFSET);
    }

    /**
     * What a wrapper throws when the handle itself threw, which only a caller's error can cause.
     */
    static RuntimeException unexpected(final Throwable thrown) {
        return switch (thrown) {
            case final RuntimeException exception -> exception;
            case final Error error -> throw error;
            default -> new IllegalStateException("a native call threw", thrown);
        };
    }
}
