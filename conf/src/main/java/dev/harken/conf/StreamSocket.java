package dev.harken.conf;

import java.util.List;

/**
 * A listening socket of the {@code stream} block and the addresses that it serves.
 *
 * @param address what to bind
 * @param udp whether it takes datagrams
 * @param options socket options
 * @param addresses what is served; the last one is {@code address} itself, those before it are more
 *     specific and are recognised by the local address of the accepted connection
 * @param position the {@code listen} line that decided the options
 */
public record StreamSocket(
        ListenAddress address,
        boolean udp,
        ListenOptions options,
        List<StreamAddress> addresses,
        Position position) {
    /** Takes an immutable copy. */
    public StreamSocket {
        addresses = List.copyOf(addresses);
    }
}
