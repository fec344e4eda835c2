package dev.harken.bench.load;

/** How requests are written to one connection and replies are read. Loop thread only. */
sealed interface Wire permits EchoWire, Http1Wire, Http2Wire {

    /** The connection is made, TLS included: leads to {@link Link#ready()}, at once or later. */
    void connected();

    /** Sends the request of a call; the reply is told to the {@link Link}. */
    void send(Call call);

    /** Gives up a call that took too long, and with it the connection where that can't go on. */
    void abandon(Call call);
}
