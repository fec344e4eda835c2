package dev.harken.server.stream;

import org.jspecify.annotations.Nullable;

import java.net.SocketAddress;
import java.util.Map;

/**
 * What stands behind one listening socket of {@code stream}; replaced as a whole on reload. Any
 * thread.
 */
public final class StreamEndpoint {

    /**
     * The servers behind a socket.
     *
     * @param specific those of addresses more specific than the socket's own
     * @param otherwise the one of the socket's own address
     */
    record Servers(Map<SocketAddress, StreamServer> specific, StreamServer otherwise) {
        Servers {
            specific = Map.copyOf(specific);
        }
    }

    private volatile Servers servers;

    StreamEndpoint(final Servers servers) {
        this.servers = servers;
    }

    /** Replaces what stands behind the socket by what stands behind {@code fresh}. */
    public void replaceBy(final StreamEndpoint fresh) {
        servers = fresh.servers;
    }

    /** Returns who serves at a local address. */
    StreamServer server(final @Nullable SocketAddress local) {
        final Servers now = servers;
        return local == null || now.specific.isEmpty()
                ? now.otherwise
                : now.specific.getOrDefault(local, now.otherwise);
    }
}
