package dev.harken.listen;

import java.io.IOException;

/**
 * Called for every socket after its options are set and before it is bound, on the thread that
 * calls {@link ListenConfig#open()}.
 */
@FunctionalInterface
public interface SocketControl {
    /**
     * Does what the builder can't.
     *
     * @param socket the socket; of use during this call only
     * @throws IOException to give up: the whole group is closed and the open fails with it
     */
    void configure(ControlledSocket socket) throws IOException;
}
