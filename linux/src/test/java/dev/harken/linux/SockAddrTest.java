package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HexFormat;

final class SockAddrTest {

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment address = arena.allocate(SockAddr.SIZE, 8).fill((byte) 0x55);

    @AfterEach
    void free() {
        arena.close();
    }

    @Test
    void writesIpv4AsTheKernelReadsIt() {
        final int length = SockAddr.put(address, new InetSocketAddress("192.0.2.1", 8080));

        assertThat(hex(length)).isEqualTo("02001f90c00002010000000000000000");
    }

    @Test
    void writesIpv6WithItsScope() throws Exception {
        final var ip = InetAddress.getByName("fe80::1%3");

        final int length = SockAddr.put(address, new InetSocketAddress(ip, 443));

        assertThat(hex(length))
                .isEqualTo("0a0001bb00000000fe80000000000000000000000000000103000000");
        assertThat(SockAddr.inet(address)).isEqualTo(new InetSocketAddress(ip, 443));
    }

    @Test
    void mapsIpv4ForDualStackSockets() {
        final int length = SockAddr.putMapped(address, new InetSocketAddress("192.0.2.1", 8080));

        assertThat(hex(length))
                .isEqualTo("0a001f900000000000000000000000000000ffffc000020100000000");
        assertThat(SockAddr.inet(address)).isEqualTo(new InetSocketAddress("192.0.2.1", 8080));
    }

    @Test
    void readsBackWhatItWrote() {
        for (final String ip : new String[] {"0.0.0.0", "255.255.255.255", "::", "2001:db8::1"}) {
            final var written = new InetSocketAddress(ip, 65535);
            SockAddr.put(address, written);

            assertThat(SockAddr.inet(address)).isEqualTo(written);
            assertThat(SockAddr.port(address)).isEqualTo(65535);
        }
    }

    @Test
    void readsBackUnixPathsAndAbstractNames() {
        int length = SockAddr.putUnixPath(address, "/run/harken.sock");
        assertThat(SockAddr.unix(address, length)).isEqualTo("/run/harken.sock");
        assertThat(length).isEqualTo(2 + 16 + 1);

        length = SockAddr.putUnixAbstract(address, "harken");
        assertThat(SockAddr.unix(address, length)).isEqualTo("@harken");
        assertThat(length).isEqualTo(2 + 1 + 6);

        assertThat(SockAddr.unix(address, 2)).isEmpty();
    }

    @Test
    void refusesNamesThatTheKernelWouldCut() {
        final String longest = "x".repeat(SockAddr.UNIX_NAME_MAX_BYTES);
        assertThat(SockAddr.putUnixPath(address, longest)).isEqualTo(SockAddr.UNIX_BYTES);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> SockAddr.putUnixPath(address, longest + "x"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SockAddr.putUnixAbstract(address, longest + "x"));
        assertThatIllegalArgumentException().isThrownBy(() -> SockAddr.putUnixPath(address, ""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SockAddr.putUnixPath(address, "a\0b"));
    }

    @Test
    void refusesAnUnresolvedAddress() {
        final var unresolved = InetSocketAddress.createUnresolved("nowhere.invalid", 80);

        assertThatIllegalArgumentException().isThrownBy(() -> SockAddr.put(address, unresolved));
    }

    private String hex(final int length) {
        return HexFormat.of().formatHex(address.asSlice(0, length).toArray(JAVA_BYTE));
    }
}
