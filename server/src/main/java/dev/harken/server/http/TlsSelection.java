package dev.harken.server.http;

import io.netty.handler.ssl.SslContext;
import io.netty.util.ReferenceCountUtil;

import java.util.Set;

/**
 * Which certificate a TLS client is shown, by the name it calls us.
 *
 * @param contexts by server name
 * @param owned all contexts, each once, for giving them back
 */
record TlsSelection(VirtualHosts<SslContext> contexts, Set<SslContext> owned) {
    TlsSelection {
        owned = Set.copyOf(owned);
    }

    /** Lets the contexts go; handshakes and connections in progress keep theirs. */
    void release() {
        owned.forEach(ReferenceCountUtil::release);
    }
}
