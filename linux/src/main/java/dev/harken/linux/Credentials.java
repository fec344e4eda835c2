package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Optional;

/**
 * Users, groups and capabilities; credentials(7), capabilities(7). Every call returns its result or
 * {@code -errno}.
 *
 * <p>To the kernel these belong to a thread. The functions of the C library that change user or
 * groups change all threads of the process; {@link #capset} and {@link #prctl} change the calling
 * thread alone, and threads that it starts inherit.
 */
public final class Credentials {

    /** Capability: give files away. */
    public static final int CAP_CHOWN = 0;

    /** Capability: any file. */
    public static final int CAP_DAC_OVERRIDE = 1;

    /** Capability: signal any process. */
    public static final int CAP_KILL = 5;

    /** Capability: change groups. */
    public static final int CAP_SETGID = 6;

    /** Capability: change users. */
    public static final int CAP_SETUID = 7;

    /** Capability: bind ports below 1024. */
    public static final int CAP_NET_BIND_SERVICE = 10;

    /** Capability: configure the network; SO_MARK, IP_TRANSPARENT. */
    public static final int CAP_NET_ADMIN = 12;

    /** Capability: raw sockets; IP_TRANSPARENT. */
    public static final int CAP_NET_RAW = 13;

    /** Capability: look into any process. */
    public static final int CAP_SYS_PTRACE = 19;

    /** Capability: namespaces and much else. */
    public static final int CAP_SYS_ADMIN = 21;

    /** Capability: scheduling of any thread. */
    public static final int CAP_SYS_NICE = 23;

    /** Capability: exceed limits. */
    public static final int CAP_SYS_RESOURCE = 24;

    /** Capability: performance counters; Linux 5.8. */
    public static final int CAP_PERFMON = 38;

    /** Capability: BPF; Linux 5.8. */
    public static final int CAP_BPF = 39;

    /** Of prctl: signal to get when the parent thread ends. */
    public static final int PR_SET_PDEATHSIG = 1;

    /** Of prctl: whether /proc/PID belongs to the user. */
    public static final int PR_SET_DUMPABLE = 4;

    /** Of prctl: whether capabilities survive a change of user. */
    public static final int PR_GET_KEEPCAPS = 7;

    /** Of prctl: keep permitted capabilities over one change of user. */
    public static final int PR_SET_KEEPCAPS = 8;

    /** Of prctl: name of the thread, 15 bytes. */
    public static final int PR_SET_NAME = 15;

    /** Of prctl: whether a capability can be had. */
    public static final int PR_CAPBSET_READ = 23;

    /** Of prctl: exec gives nothing more. */
    public static final int PR_SET_NO_NEW_PRIVS = 38;

    /** Of prctl: whether exec gives nothing more. */
    public static final int PR_GET_NO_NEW_PRIVS = 39;

    /** Of prctl: capabilities that survive exec. */
    public static final int PR_CAP_AMBIENT = 47;

    static final int CAPABILITY_VERSION_3 = 0x20080522;
    static final int CAPABILITY_HEADER_BYTES = 8;
    static final long CAPABILITY_HEADER_PID = 4;

    /** Bytes of one {@code struct __user_cap_data_struct}, of which there are two. */
    static final int CAPABILITY_DATA_BYTES = 12;

    static final long CAPABILITY_EFFECTIVE = 0;
    static final long CAPABILITY_PERMITTED = 4;
    static final long CAPABILITY_INHERITABLE = 8;

    private static final MethodHandle GETUID = Native.function("getuid");
    private static final MethodHandle GETEUID = Native.function("geteuid");
    private static final MethodHandle GETGID = Native.function("getgid");
    private static final MethodHandle GETEGID = Native.function("getegid");
    private static final MethodHandle SETRESUID = Native.function("setresuid");
    private static final MethodHandle SETRESGID = Native.function("setresgid");
    private static final MethodHandle GETGROUPS = Native.function("getgroups");
    private static final MethodHandle SETGROUPS = Native.function("setgroups");
    private static final MethodHandle PRCTL = Native.function("prctl");
    private static final MethodHandle CAPGET = Native.function("capget");
    private static final MethodHandle CAPSET = Native.function("capset");

    private Credentials() {}

    /**
     * Capability sets of a thread; capability {@code n} is bit {@code n}.
     *
     * @param effective what the kernel checks
     * @param permitted what the thread may make effective
     * @param inheritable what survives the exec of a file that allows it
     */
    public record Capabilities(long effective, long permitted, long inheritable) {

        /** Whether the thread may do now what a capability allows. */
        public boolean allows(final int capability) {
            return (effective >>> capability & 1) != 0;
        }
    }

    /**
     * The real user of the process.
     *
     * <p>{@code uid_t getuid(void)}; getuid(2); Linux 1.0.
     */
    public static int getuid() {
        final MemorySegment state = Native.state();
        try {
            return Native.result((long) GETUID.invokeExact(state, 0L, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * The effective user of the process.
     *
     * <p>{@code uid_t geteuid(void)}; getuid(2); Linux 1.0.
     */
    public static int geteuid() {
        final MemorySegment state = Native.state();
        try {
            return Native.result((long) GETEUID.invokeExact(state, 0L, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * The real group of the process.
     *
     * <p>{@code gid_t getgid(void)}; getgid(2); Linux 1.0.
     */
    public static int getgid() {
        final MemorySegment state = Native.state();
        try {
            return Native.result((long) GETGID.invokeExact(state, 0L, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * The effective group of the process.
     *
     * <p>{@code gid_t getegid(void)}; getgid(2); Linux 1.0.
     */
    public static int getegid() {
        final MemorySegment state = Native.state();
        try {
            return Native.result((long) GETEGID.invokeExact(state, 0L, 0L, 0L, 0L, 0L, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Changes the users of all threads; -1 leaves one as it is. To change to foreign ids needs
     * CAP_SETUID, and giving up user 0 gives up the capabilities.
     *
     * <p>{@code int setresuid(uid_t real, uid_t effective, uid_t saved)}; setresuid(2); Linux
     * 2.1.44.
     */
    public static int setresuid(final int real, final int effective, final int saved) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SETRESUID.invokeExact(
                                    state, (long) real, (long) effective, (long) saved, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Changes the groups of all threads; -1 leaves one as it is. To change to foreign ids needs
     * CAP_SETGID.
     *
     * <p>{@code int setresgid(gid_t real, gid_t effective, gid_t saved)}; setresgid(2); Linux
     * 2.1.44.
     */
    public static int setresgid(final int real, final int effective, final int saved) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SETRESGID.invokeExact(
                                    state, (long) real, (long) effective, (long) saved, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Reads the supplementary groups.
     *
     * <p>{@code int getgroups(int size, gid_t list[])}; getgroups(2); Linux 1.0.
     *
     * @param count room in {@code list}; 0 only counts
     * @return the number of groups or {@code -errno}
     */
    public static int getgroups(final int count, final MemorySegment list) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            GETGROUPS.invokeExact(
                                    state, (long) count, Native.pointer(list), 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(list);
        }
    }

    /**
     * Sets the supplementary groups of all threads; needs CAP_SETGID.
     *
     * <p>{@code int setgroups(size_t size, const gid_t *list)}; setgroups(2); Linux 1.0.
     */
    public static int setgroups(final long count, final MemorySegment list) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            SETGROUPS.invokeExact(
                                    state, count, Native.pointer(list), 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(list);
        }
    }

    /**
     * Reads or changes an attribute of the calling thread.
     *
     * <p>{@code int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned
     * long d)}; prctl(2); Linux 2.1.57.
     *
     * @param option a PR_ constant
     */
    public static int prctl(
            final int option, final long a, final long b, final long c, final long d) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long) PRCTL.invokeExact(state, (long) option, a, b, c, d, 0L), state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /**
     * Reads the capabilities of a thread.
     *
     * <p>{@code int capget(cap_user_header_t header, cap_user_data_t data)}; capget(2); Linux
     * 2.6.26 for version 3.
     */
    public static int capget(final MemorySegment header, final MemorySegment data) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            CAPGET.invokeExact(
                                    state,
                                    Native.pointer(header),
                                    Native.pointer(data),
                                    0L,
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(header);
            Reference.reachabilityFence(data);
        }
    }

    /**
     * Changes the capabilities of the calling thread.
     *
     * <p>{@code int capset(cap_user_header_t header, const cap_user_data_t data)}; capset(2); Linux
     * 2.6.26 for version 3.
     */
    public static int capset(final MemorySegment header, final MemorySegment data) {
        final MemorySegment state = Native.state();
        try {
            return Native.result(
                    (long)
                            CAPSET.invokeExact(
                                    state,
                                    Native.pointer(header),
                                    Native.pointer(data),
                                    0L,
                                    0L,
                                    0L,
                                    0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        } finally {
            Reference.reachabilityFence(header);
            Reference.reachabilityFence(data);
        }
    }

    /**
     * The capabilities of a thread; allocates.
     *
     * @param tid 0 is the calling thread
     * @return empty when there is no such thread
     */
    public static Optional<Capabilities> capabilities(final int tid) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment data = arena.allocate(2L * CAPABILITY_DATA_BYTES, Integer.BYTES);
            if (capget(header(arena, tid), data) < 0) {
                return Optional.empty();
            }
            return Optional.of(
                    new Capabilities(
                            set(data, CAPABILITY_EFFECTIVE),
                            set(data, CAPABILITY_PERMITTED),
                            set(data, CAPABILITY_INHERITABLE)));
        }
    }

    /**
     * Changes the capabilities of the calling thread; allocates.
     *
     * @return 0, or {@code -errno}: {@code -EPERM} for what is not permitted now
     */
    public static int setCapabilities(final Capabilities capabilities) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment data = arena.allocate(2L * CAPABILITY_DATA_BYTES, Integer.BYTES);
            putSet(data, CAPABILITY_EFFECTIVE, capabilities.effective());
            putSet(data, CAPABILITY_PERMITTED, capabilities.permitted());
            putSet(data, CAPABILITY_INHERITABLE, capabilities.inheritable());
            return capset(header(arena, 0), data);
        }
    }

    private static MemorySegment header(final Arena arena, final int tid) {
        final MemorySegment header = arena.allocate(CAPABILITY_HEADER_BYTES, Integer.BYTES);
        header.set(JAVA_INT, 0, CAPABILITY_VERSION_3);
        header.set(JAVA_INT, CAPABILITY_HEADER_PID, tid);
        return header;
    }

    /** The lower 32 capabilities are in the first structure, the upper in the second. */
    private static long set(final MemorySegment data, final long offset) {
        return Integer.toUnsignedLong(data.get(JAVA_INT, offset))
                | Integer.toUnsignedLong(data.get(JAVA_INT, offset + CAPABILITY_DATA_BYTES))
                        << Integer.SIZE;
    }

    private static void putSet(final MemorySegment data, final long offset, final long set) {
        data.set(JAVA_INT, offset, (int) set);
        data.set(JAVA_INT, offset + CAPABILITY_DATA_BYTES, (int) (set >>> Integer.SIZE));
    }
}
