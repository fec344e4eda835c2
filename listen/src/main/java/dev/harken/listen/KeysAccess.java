package dev.harken.listen;

import dev.harken.linux.Sockets;
import dev.harken.linux.Tcp;

import java.util.Arrays;
import java.util.Optional;

/** TCP_FASTOPEN_KEY: 16 bytes, or 32 for a primary and a backup key. */
final class KeysAccess implements OptionAccess<OptionValue.Keys> {
    private static final int KEY_BYTES = 16;

    @Override
    public int write(final SocketContext socket, final OptionValue.Keys value) {
        return SocketOptionIo.setBytes(
                socket.fd(), Sockets.IPPROTO_TCP, Tcp.TCP_FASTOPEN_KEY, value.bytes());
    }

    @Override
    public Optional<OptionValue.Keys> read(final SocketContext socket) {
        final byte[] keys = new byte[2 * KEY_BYTES];
        final int length =
                SocketOptionIo.getBytes(
                        socket.fd(), Sockets.IPPROTO_TCP, Tcp.TCP_FASTOPEN_KEY, keys);
        if (length < KEY_BYTES) {
            return Optional.empty();
        }
        return Optional.of(
                OptionValue.Keys.of(
                        Arrays.copyOf(keys, KEY_BYTES),
                        Arrays.copyOfRange(keys, KEY_BYTES, length)));
    }
}
