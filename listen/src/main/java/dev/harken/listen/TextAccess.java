package dev.harken.listen;

import java.util.Optional;

/**
 * An option that is a name.
 *
 * @param kernel level and name
 * @param capacity the most bytes the kernel writes, with the closing NUL
 */
record TextAccess(KernelOption kernel, int capacity) implements OptionAccess<OptionValue.Text> {
    @Override
    public int write(final SocketContext socket, final OptionValue.Text value) {
        return SocketOptionIo.setText(
                socket.fd(), kernel.level(socket), kernel.name(socket), value.text());
    }

    @Override
    public Optional<OptionValue.Text> read(final SocketContext socket) {
        final byte[] bytes = new byte[capacity];
        final int length =
                SocketOptionIo.getBytes(
                        socket.fd(), kernel.level(socket), kernel.name(socket), bytes);
        return length < 0
                ? Optional.empty()
                : Optional.of(new OptionValue.Text(SocketOptionIo.text(bytes, length)));
    }
}
