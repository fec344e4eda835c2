package dev.harken.listen;

import dev.harken.linux.Sockets;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * A socket that is created and not yet bound, in the hands of a {@link SocketControl}. For the
 * thread that runs the hook, during the call only.
 *
 * <p>Options are named by level and name, the numbers of the kernel's headers; {@link Sockets} has
 * them under their C names. A refused call throws a {@link ListenException} that names the errno.
 */
public final class ControlledSocket {
    private final SocketContext socket;

    ControlledSocket(final SocketContext socket) {
        this.socket = socket;
    }

    /** The descriptor; the group owns it. */
    public int fd() {
        return socket.fd();
    }

    /** Where the socket will be bound; the port is known from the second shard on. */
    public ListenAddress address() {
        return socket.address();
    }

    /** The socket's place in the group, from 0. */
    public int shard() {
        return socket.shard();
    }

    /** What the socket speaks. */
    public Protocol protocol() {
        return socket.protocol();
    }

    /** Sets an option that is one int. */
    public void setInt(final int level, final int name, final int value) throws ListenException {
        require("setsockopt", level, name, Sockets.setInt(socket.fd(), level, name, value));
    }

    /** Reads an option that is one int. */
    public int getInt(final int level, final int name) throws ListenException {
        final long result = Sockets.getInt(socket.fd(), level, name);
        require("getsockopt", level, name, (int) Math.min(result, 0));
        return (int) result;
    }

    /** Sets an option that is a string of bytes. */
    public void setBytes(final int level, final int name, final byte[] value)
            throws ListenException {
        require("setsockopt", level, name, SocketOptionIo.setBytes(fd(), level, name, value));
    }

    /** Reads an option of at most {@code capacity} bytes. */
    public byte[] getBytes(final int level, final int name, final int capacity)
            throws ListenException {
        final byte[] value = new byte[capacity];
        final int length = SocketOptionIo.getBytes(fd(), level, name, value);
        require("getsockopt", level, name, length);
        return Arrays.copyOf(value, length);
    }

    /** Sets an option that is a C struct; {@code value} is native memory that holds it. */
    public void setStruct(final int level, final int name, final MemorySegment value)
            throws ListenException {
        require(
                "setsockopt",
                level,
                name,
                Sockets.setsockopt(fd(), level, name, value, (int) value.byteSize()));
    }

    /**
     * Reads an option that is a C struct into native memory.
     *
     * @return how many bytes the kernel wrote
     */
    public int getStruct(final int level, final int name, final MemorySegment into)
            throws ListenException {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment length =
                    arena.allocateFrom(ValueLayout.JAVA_INT, (int) into.byteSize());
            require("getsockopt", level, name, Sockets.getsockopt(fd(), level, name, into, length));
            return length.get(ValueLayout.JAVA_INT, 0);
        }
    }

    private void require(final String call, final int level, final int name, final int result)
            throws ListenException {
        if (result < 0) {
            throw Failures.hook(socket, "%s(%d, %d)".formatted(call, level, name), -result);
        }
    }
}
