package dev.harken.netty;

import dev.harken.listen.Listener;

import io.netty.channel.Channel;

/** The worker that accepts serves. */
record OneWorker(Worker worker) implements Placement {

    @Override
    public int room() {
        return worker.room();
    }

    @Override
    public boolean tellsOfRoom() {
        return true;
    }

    @Override
    public void place(final Channel child, final Listener listener, final Serving serving) {
        worker.place(child, listener, serving);
    }
}
