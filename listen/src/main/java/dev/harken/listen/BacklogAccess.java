package dev.harken.listen;

import dev.harken.linux.Sockets;

import java.util.Optional;

/** The backlog: written by listen(2), read back as the limit of the accept queue. */
final class BacklogAccess implements OptionAccess<OptionValue.Count> {
    @Override
    public int write(final SocketContext socket, final OptionValue.Count value) {
        return Sockets.listen(socket.fd(), (int) value.value());
    }

    @Override
    public Optional<OptionValue.Count> read(final SocketContext socket) {
        return AcceptQueues.read(socket.fd(), socket.protocol())
                .map(queue -> new OptionValue.Count(queue.limit()));
    }
}
