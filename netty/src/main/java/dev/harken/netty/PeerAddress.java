package dev.harken.netty;

import dev.harken.linux.SockAddr;
import dev.harken.linux.Sockets;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.InetSocketAddress;

/**
 * Native room for the peer's address of one accept at a time, so that no getpeername(2) is needed.
 * Worker thread only.
 */
final class PeerAddress {

    private final Arena arena = Arena.ofAuto();
    private final MemorySegment address = arena.allocate(SockAddr.SIZE, Long.BYTES);
    private final MemorySegment length = arena.allocate(ValueLayout.JAVA_INT);

    /** accept4(2) that keeps the address. */
    int accept(final int listener, final int flags) {
        prepare();
        return Sockets.accept4(listener, address, length, flags);
    }

    /** Says how much room there is, before the kernel writes. */
    void prepare() {
        length.set(ValueLayout.JAVA_INT, 0, SockAddr.SIZE);
    }

    /** The peer of an internet socket. */
    InetSocketAddress address() {
        return SockAddr.inet(address);
    }

    long addressPointer() {
        return address.address();
    }

    long lengthPointer() {
        return length.address();
    }
}
