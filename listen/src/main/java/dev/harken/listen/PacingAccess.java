package dev.harken.listen;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;

/** SO_MAX_PACING_RATE: 64 bits since Linux 5.0; all ones is "no limit". */
record PacingAccess(KernelOption kernel) implements OptionAccess<OptionValue.Rate> {
    @Override
    public int write(final SocketContext socket, final OptionValue.Rate value) {
        return SocketOptionIo.setLong(
                socket.fd(), kernel.level(socket), kernel.name(socket), value.bytesPerSecond());
    }

    @Override
    public Optional<OptionValue.Rate> read(final SocketContext socket) {
        final byte[] bytes = new byte[Long.BYTES];
        final int length =
                SocketOptionIo.getBytes(
                        socket.fd(), kernel.level(socket), kernel.name(socket), bytes);
        if (length < Long.BYTES) {
            return Optional.empty();
        }
        final long rate = ByteBuffer.wrap(bytes).order(ByteOrder.nativeOrder()).getLong();
        return Optional.of(new OptionValue.Rate(rate));
    }
}
