package dev.harken.netty;

import dev.harken.listen.Listener;

import io.netty.channel.Channel;

/** To whom an accepted connection goes. Thread of the acceptor only. */
interface Placement {

    /** How many more connections there is room for. */
    int room();

    /** Whether the acceptor hears of it when there is room again; else it must ask. */
    boolean tellsOfRoom();

    /** Hands a connection over; it is registered nowhere yet. */
    void place(Channel child, Listener listener, Serving serving);
}
