package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HexFormat;
import java.util.concurrent.FutureTask;

final class BpfLinuxTest {

    private static final Bpf.MapSpec ARRAY = array(0);

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment key = arena.allocate(JAVA_INT);
    private final MemorySegment value = arena.allocate(JAVA_LONG);
    private final Deque<Integer> opened = new ArrayDeque<>();

    @BeforeEach
    void requireBpf() {
        final int map = Bpf.mapCreate(ARRAY);
        Needs.that(map >= 0, "needs bpf(2): " + Errno.name(map));
        opened.push(map);
    }

    @AfterEach
    void close() {
        opened.forEach(Descriptors::close);
        arena.close();
    }

    @Test
    void keepsValuesInAMap() {
        final int map = opened.peek();
        put(map, 3, 0x1122_3344_5566_7788L);

        key.set(JAVA_INT, 0, 3);
        assertThat(Bpf.mapLookupElem(map, key, value)).isZero();
        assertThat(value.get(JAVA_LONG, 0)).isEqualTo(0x1122_3344_5566_7788L);

        key.set(JAVA_INT, 0, ARRAY.maxEntries());
        assertThat(Bpf.mapLookupElem(map, key, value)).isEqualTo(-Errno.ENOENT);
        assertThat(Bpf.mapDeleteElem(map, key)).isEqualTo(-Errno.EINVAL);
    }

    @Test
    void sharesAMapWithTheKernelByMemory() {
        final int map = own(Bpf.mapCreate(array(Bpf.BPF_F_MMAPABLE)));
        final int protection = Memory.PROT_READ | Memory.PROT_WRITE;
        final long address = Memory.mmap(0, 4096, protection, Memory.MAP_SHARED, map, 0);
        assertThat(address).isPositive();
        try {
            final MemorySegment view = Memory.view(address, 4096);
            view.set(JAVA_LONG, 8, 42);

            key.set(JAVA_INT, 0, 1);
            assertThat(Bpf.mapLookupElem(map, key, value)).isZero();
            assertThat(value.get(JAVA_LONG, 0)).isEqualTo(42);
        } finally {
            assertThat(Memory.munmap(address, 4096)).isZero();
        }
    }

    @Test
    void loadsAProgramAndAttachesItToAReuseportGroup() {
        // r0 = 1 (SK_PASS); exit
        final int program =
                own(Bpf.progLoad(reuseport("b700000001000000 9500000000000000"), log()));
        final int socket = own(Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM, 0));
        Sockets.setInt(socket, Sockets.SOL_SOCKET, Sockets.SO_REUSEPORT, 1);

        assertThat(
                        Sockets.setInt(
                                socket,
                                Sockets.SOL_SOCKET,
                                Sockets.SO_ATTACH_REUSEPORT_EBPF,
                                program))
                .isZero();
        assertThat(Sockets.setInt(socket, Sockets.SOL_SOCKET, Sockets.SO_DETACH_REUSEPORT_BPF, 0))
                .isZero();
    }

    @Test
    void returnsTheVerifiersTextOfARefusedProgram() {
        // exit, without a value in r0
        final MemorySegment log = log();

        assertThat(Bpf.progLoad(reuseport("9500000000000000"), log)).isEqualTo(-Errno.EACCES);

        assertThat(log.getString(0)).contains("R0 !read_ok");
    }

    @Test
    void isRefusedWithoutCapabilities() throws Exception {
        final var spec = new Bpf.MapSpec(Bpf.BPF_MAP_TYPE_REUSEPORT_SOCKARRAY, 4, 8, 4, 0);
        final var unprivileged =
                new FutureTask<>(
                        () -> {
                            Credentials.setCapabilities(new Credentials.Capabilities(0, 0, 0));
                            return Bpf.mapCreate(spec);
                        });
        Thread.ofPlatform().start(unprivileged);

        assertThat(unprivileged.get()).isEqualTo(-Errno.EPERM);
    }

    private Bpf.Program reuseport(final String hex) {
        final byte[] code = HexFormat.of().parseHex(hex.replace(" ", ""));
        final MemorySegment instructions = arena.allocate(code.length, Bpf.INSTRUCTION_BYTES);
        MemorySegment.copy(code, 0, instructions, JAVA_BYTE, 0, code.length);
        return new Bpf.Program(
                Bpf.BPF_PROG_TYPE_SK_REUSEPORT,
                Bpf.BPF_SK_REUSEPORT_SELECT_OR_MIGRATE,
                instructions,
                "GPL");
    }

    private MemorySegment log() {
        return arena.allocate(1 << 16);
    }

    private void put(final int map, final int index, final long number) {
        key.set(JAVA_INT, 0, index);
        value.set(JAVA_LONG, 0, number);
        assertThat(Bpf.mapUpdateElem(map, key, value, Bpf.BPF_ANY)).isZero();
    }

    private static Bpf.MapSpec array(final int flags) {
        return new Bpf.MapSpec(Bpf.BPF_MAP_TYPE_ARRAY, Integer.BYTES, Long.BYTES, 8, flags);
    }

    private int own(final int fd) {
        assertThat(fd).as(Errno.name(fd)).isNotNegative();
        opened.push(fd);
        return fd;
    }
}
