package dev.harken.conf;

import java.util.List;

/**
 * A listening socket of the {@code http} block and the addresses that it serves.
 *
 * @param address what to bind
 * @param options socket options
 * @param addresses what is served; the last one is {@code address} itself, those before it are more
 *     specific and are recognised by the local address of the accepted connection
 * @param position the {@code listen} line that decided the options
 */
public record HttpSocket(
        ListenAddress address,
        ListenOptions options,
        List<HttpAddress> addresses,
        Position position) {
    /** Takes an immutable copy. */
    public HttpSocket {
        addresses = List.copyOf(addresses);
    }
}
