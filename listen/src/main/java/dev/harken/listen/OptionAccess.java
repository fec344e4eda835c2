package dev.harken.listen;

import java.util.Optional;

/** How one option is written to a socket and read back. */
interface OptionAccess<V extends OptionValue> {
    /** Writes the value; returns 0 or {@code -errno}. */
    int write(SocketContext socket, V value);

    /** What the kernel reports, or empty where it can't be read on such a socket. */
    Optional<V> read(SocketContext socket);
}
