package dev.harken.server.tls;

import io.netty.handler.ssl.SslHandler;

import javax.net.ssl.SSLSession;

/**
 * What a TLS handshake settled, for the {@code $ssl_} variables.
 *
 * @param protocol version, such as {@code TLSv1.3}
 * @param cipher cipher suite
 * @param serverName what the client called us; may be empty
 * @param applicationProtocol what ALPN chose; may be empty
 */
public record TlsSession(
        String protocol, String cipher, String serverName, String applicationProtocol) {
    /** Reads the session of a finished handshake. */
    public static TlsSession of(final SslHandler handler, final String serverName) {
        final SSLSession session = handler.engine().getSession();
        final String application = handler.applicationProtocol();
        return new TlsSession(
                session.getProtocol(),
                session.getCipherSuite(),
                serverName,
                application == null ? "" : application);
    }
}
