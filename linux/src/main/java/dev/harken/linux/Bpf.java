package dev.harken.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

/**
 * bpf(2): maps and programs in the kernel. Constants are those of {@code linux/bpf.h}. Every call
 * returns its result or {@code -errno}, allocates a {@code union bpf_attr} and may be made on any
 * thread; most need CAP_BPF or CAP_SYS_ADMIN, since Linux 5.8.
 */
public final class Bpf {

    /** Command: make a map. */
    public static final int BPF_MAP_CREATE = 0;

    /** Command: read an element. */
    public static final int BPF_MAP_LOOKUP_ELEM = 1;

    /** Command: write an element. */
    public static final int BPF_MAP_UPDATE_ELEM = 2;

    /** Command: remove an element. */
    public static final int BPF_MAP_DELETE_ELEM = 3;

    /** Command: verify and load a program. */
    public static final int BPF_PROG_LOAD = 5;

    /** Command: give a map or program a path on a bpf file system; Linux 4.4. */
    public static final int BPF_OBJ_PIN = 6;

    /** Command: open a map or program by its path; Linux 4.4. */
    public static final int BPF_OBJ_GET = 7;

    /** Command: attach a program to a map or control group; Linux 4.10. */
    public static final int BPF_PROG_ATTACH = 8;

    /** Command: attach a program as long as a descriptor lives; Linux 5.7. */
    public static final int BPF_LINK_CREATE = 28;

    /** Map: an array of values. */
    public static final int BPF_MAP_TYPE_ARRAY = 2;

    /** Map: sockets by number, for redirecting and BPF_PROG_TYPE_SK_LOOKUP; Linux 4.14. */
    public static final int BPF_MAP_TYPE_SOCKMAP = 15;

    /** Map: the sockets of a reuseport group by number; Linux 4.19. */
    public static final int BPF_MAP_TYPE_REUSEPORT_SOCKARRAY = 20;

    /** Flag of an array: it can be mapped into memory; Linux 5.5. */
    public static final int BPF_F_MMAPABLE = 1 << 10;

    /** Program: filters packets of a socket. */
    public static final int BPF_PROG_TYPE_SOCKET_FILTER = 1;

    /** Program: picks the socket of a reuseport group; Linux 4.19. */
    public static final int BPF_PROG_TYPE_SK_REUSEPORT = 21;

    /** Program: picks the listener of a connection; Linux 5.9. */
    public static final int BPF_PROG_TYPE_SK_LOOKUP = 30;

    /** Attach type of BPF_PROG_TYPE_SK_LOOKUP. */
    public static final int BPF_SK_LOOKUP = 36;

    /** Attach type of BPF_PROG_TYPE_SK_REUSEPORT: pick for new connections only. */
    public static final int BPF_SK_REUSEPORT_SELECT = 39;

    /** Attach type of BPF_PROG_TYPE_SK_REUSEPORT: also for those of a closed socket; Linux 5.14. */
    public static final int BPF_SK_REUSEPORT_SELECT_OR_MIGRATE = 40;

    /** Of an update: create or replace. */
    public static final long BPF_ANY = 0;

    /** Bytes of one instruction, {@code struct bpf_insn}. */
    public static final int INSTRUCTION_BYTES = 8;

    // union bpf_attr: map_create, then map_elem, prog_load, obj and link_create.
    static final long MAP_TYPE = 0;
    static final long KEY_SIZE = 4;
    static final long VALUE_SIZE = 8;
    static final long MAX_ENTRIES = 12;
    static final long MAP_FLAGS = 16;
    static final long MAP_FD = 0;
    static final long KEY = 8;
    static final long VALUE = 16;
    static final long FLAGS = 24;
    static final long PROG_TYPE = 0;
    static final long INSN_CNT = 4;
    static final long INSNS = 8;
    static final long LICENSE = 16;
    static final long LOG_LEVEL = 24;
    static final long LOG_SIZE = 28;
    static final long LOG_BUF = 32;
    static final long EXPECTED_ATTACH_TYPE = 68;
    static final long PATHNAME = 0;
    static final long BPF_FD = 8;
    static final long LINK_PROG_FD = 0;
    static final long LINK_TARGET_FD = 4;
    static final long LINK_ATTACH_TYPE = 8;

    /** Bytes of the attribute union that this class fills; older kernels accept trailing zeros. */
    private static final int ATTRIBUTE_BYTES = 144;

    private Bpf() {}

    /**
     * What a new map is like.
     *
     * @param type a BPF_MAP_TYPE_ constant
     * @param keyBytes size of a key
     * @param valueBytes size of a value
     * @param maxEntries how many elements it holds
     * @param flags BPF_F_ constants
     */
    public record MapSpec(int type, int keyBytes, int valueBytes, int maxEntries, int flags) {}

    /**
     * A program to load.
     *
     * @param type a BPF_PROG_TYPE_ constant
     * @param attachType where it will be attached, 0 where the type needs none
     * @param instructions whole {@code struct bpf_insn}s
     * @param license {@code "GPL"} for the helpers that demand it
     */
    public record Program(int type, int attachType, MemorySegment instructions, String license) {}

    /**
     * Makes a raw call.
     *
     * <p>{@code int bpf(int cmd, union bpf_attr *attr, unsigned int size)}; bpf(2); Linux 3.18.
     */
    public static int bpf(final int command, final MemorySegment attribute, final int bytes) {
        try {
            return (int)
                    Syscalls.syscall(
                            Syscalls.Call.BPF, command, Native.pointer(attribute), bytes, 0, 0);
        } finally {
            Reference.reachabilityFence(attribute);
        }
    }

    /** Makes a map; the caller owns the descriptor, which has FD_CLOEXEC. */
    public static int mapCreate(final MapSpec spec) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attribute = attribute(arena);
            attribute.set(JAVA_INT, MAP_TYPE, spec.type());
            attribute.set(JAVA_INT, KEY_SIZE, spec.keyBytes());
            attribute.set(JAVA_INT, VALUE_SIZE, spec.valueBytes());
            attribute.set(JAVA_INT, MAX_ENTRIES, spec.maxEntries());
            attribute.set(JAVA_INT, MAP_FLAGS, spec.flags());
            return bpf(BPF_MAP_CREATE, attribute, ATTRIBUTE_BYTES);
        }
    }

    /** Copies the element of a key into {@code value}. */
    public static int mapLookupElem(
            final int map, final MemorySegment key, final MemorySegment value) {
        return element(BPF_MAP_LOOKUP_ELEM, map, key, value, 0);
    }

    /**
     * Writes the element of a key.
     *
     * @param flags {@link #BPF_ANY}
     */
    public static int mapUpdateElem(
            final int map, final MemorySegment key, final MemorySegment value, final long flags) {
        return element(BPF_MAP_UPDATE_ELEM, map, key, value, flags);
    }

    /** Removes the element of a key. */
    public static int mapDeleteElem(final int map, final MemorySegment key) {
        return element(BPF_MAP_DELETE_ELEM, map, key, MemorySegment.NULL, 0);
    }

    /**
     * Verifies and loads a program; the caller owns the descriptor, which has FD_CLOEXEC.
     *
     * @param log receives the verifier's text, ended by a zero byte; {@link MemorySegment#NULL}
     *     asks for none. With too little room the load fails with {@code -ENOSPC}
     */
    public static int progLoad(final Program program, final MemorySegment log) {
        final MemorySegment instructions = program.instructions();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attribute = attribute(arena);
            attribute.set(JAVA_INT, PROG_TYPE, program.type());
            attribute.set(JAVA_INT, INSN_CNT, (int) (instructions.byteSize() / INSTRUCTION_BYTES));
            attribute.set(JAVA_LONG, INSNS, Native.pointer(instructions));
            attribute.set(JAVA_LONG, LICENSE, arena.allocateFrom(program.license()).address());
            attribute.set(JAVA_INT, LOG_LEVEL, log.address() == 0 ? 0 : 1);
            attribute.set(JAVA_INT, LOG_SIZE, (int) log.byteSize());
            attribute.set(JAVA_LONG, LOG_BUF, Native.pointer(log));
            attribute.set(JAVA_INT, EXPECTED_ATTACH_TYPE, program.attachType());
            return bpf(BPF_PROG_LOAD, attribute, ATTRIBUTE_BYTES);
        } finally {
            Reference.reachabilityFence(instructions);
            Reference.reachabilityFence(log);
        }
    }

    /**
     * Gives a map or program a path on a mounted bpf file system, where it outlives the process.
     */
    public static int objPin(final int fd, final String path) {
        return object(BPF_OBJ_PIN, fd, path);
    }

    /** Opens a map or program by its path; the caller owns the descriptor. */
    public static int objGet(final String path) {
        return object(BPF_OBJ_GET, 0, path);
    }

    /**
     * Attaches a program until the descriptor that comes back is closed; the caller owns it.
     *
     * @param target a descriptor of what to attach to, such as a network namespace
     */
    public static int linkCreate(final int program, final int target, final int attachType) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attribute = attribute(arena);
            attribute.set(JAVA_INT, LINK_PROG_FD, program);
            attribute.set(JAVA_INT, LINK_TARGET_FD, target);
            attribute.set(JAVA_INT, LINK_ATTACH_TYPE, attachType);
            return bpf(BPF_LINK_CREATE, attribute, ATTRIBUTE_BYTES);
        }
    }

    private static int element(
            final int command,
            final int map,
            final MemorySegment key,
            final MemorySegment value,
            final long flags) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attribute = attribute(arena);
            attribute.set(JAVA_INT, MAP_FD, map);
            attribute.set(JAVA_LONG, KEY, Native.pointer(key));
            attribute.set(JAVA_LONG, VALUE, Native.pointer(value));
            attribute.set(JAVA_LONG, FLAGS, flags);
            return bpf(command, attribute, ATTRIBUTE_BYTES);
        } finally {
            Reference.reachabilityFence(key);
            Reference.reachabilityFence(value);
        }
    }

    private static int object(final int command, final int fd, final String path) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment attribute = attribute(arena);
            attribute.set(JAVA_LONG, PATHNAME, arena.allocateFrom(path).address());
            attribute.set(JAVA_INT, BPF_FD, fd);
            return bpf(command, attribute, ATTRIBUTE_BYTES);
        }
    }

    private static MemorySegment attribute(final Arena arena) {
        return arena.allocate(ATTRIBUTE_BYTES, Long.BYTES);
    }
}
