package dev.harken.server.http;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Map;

/**
 * What stands behind one listening socket. The socket stays; what stands behind it is replaced as a
 * whole on reload and holds from the next request on. Any thread.
 */
public final class HttpEndpoint {

    /**
     * The addresses behind a socket.
     *
     * @param specific those more specific than the socket's own, told by the local address
     * @param otherwise the socket's own
     */
    record Services(Map<SocketAddress, AddressService> specific, AddressService otherwise) {
        Services {
            specific = Map.copyOf(specific);
        }
    }

    private volatile Services services;

    HttpEndpoint(final Services services) {
        this.services = services;
    }

    /** Replaces what stands behind the socket by what stands behind {@code fresh}. */
    public void replaceBy(final HttpEndpoint fresh) {
        services = fresh.services;
    }

    /** Returns what is spoken on a connection. */
    AddressService service(final ClientConnection connection) {
        final Services now = services;
        if (now.specific.isEmpty()) {
            return now.otherwise;
        }
        final SocketAddress local = connection.local();
        return local instanceof InetSocketAddress
                ? now.specific.getOrDefault(local, now.otherwise)
                : now.otherwise;
    }
}
