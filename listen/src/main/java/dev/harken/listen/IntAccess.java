package dev.harken.listen;

import dev.harken.linux.Sockets;

import java.util.Optional;
import java.util.function.IntFunction;

/**
 * An option that the kernel keeps as one int.
 *
 * @param kernel level and name
 * @param encode value to int, for the shard of the socket
 * @param decode int to value
 */
record IntAccess<V extends OptionValue>(
        KernelOption kernel, Encoder<V> encode, IntFunction<V> decode) implements OptionAccess<V> {

    /** Value to int. */
    interface Encoder<V> {
        int encode(V value, int shard);
    }

    @Override
    public int write(final SocketContext socket, final V value) {
        return Sockets.setInt(
                socket.fd(),
                kernel.level(socket),
                kernel.name(socket),
                encode.encode(value, socket.shard()));
    }

    @Override
    public Optional<V> read(final SocketContext socket) {
        final long result = Sockets.getInt(socket.fd(), kernel.level(socket), kernel.name(socket));
        return result < 0 ? Optional.empty() : Optional.of(decode.apply((int) result));
    }
}
