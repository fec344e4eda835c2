package dev.harken.server.http;

/** What a connection is doing, in the words of nginx's status page. */
enum Phase {
    /** A request head is on its way. */
    READING,
    /** A request is answered. */
    WRITING,
    /** Between two requests. */
    WAITING
}
