package dev.harken.server;

import dev.harken.conf.LogLevel;

/** Who is told how a start goes on. Called on the thread that starts the server. */
public interface StartObserver {
    /** Something that a person should know; several lines are one message. */
    void message(LogLevel level, String text);

    /**
     * All sockets are open and no worker runs yet: the moment to give up rights that only opening
     * sockets needs.
     *
     * @throws StartException to abandon the start
     */
    default void socketsOpen() throws StartException {}
}
