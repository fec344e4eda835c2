package dev.harken.server.tls;

import io.netty.handler.ssl.CipherSuiteConverter;
import io.netty.handler.ssl.SslHandler;

import org.jspecify.annotations.Nullable;

import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLSession;

/**
 * What a TLS handshake settled, for the {@code $ssl_} variables.
 *
 * @param protocol version, such as {@code TLSv1.3}
 * @param cipher cipher suite, under OpenSSL's name
 * @param serverName what the client called us; may be empty
 * @param applicationProtocol what ALPN chose; may be empty
 */
public record TlsSession(
        String protocol, String cipher, String serverName, String applicationProtocol) {
    /** Reads the session of a finished handshake. */
    public static TlsSession of(final SslHandler handler) {
        final SSLSession session = handler.engine().getSession();
        final String application = handler.applicationProtocol();
        return new TlsSession(
                session.getProtocol(),
                openSslName(session),
                requestedName(session),
                application == null ? "" : application);
    }

    /** Returns what to log about a handshake that failed. */
    public static String failure(final @Nullable Throwable cause) {
        final String reason = cause == null ? null : cause.getMessage();
        return "SSL handshake failed: " + (reason == null ? cause : reason);
    }

    /** TLS 1.3 has one name for each suite; those of earlier versions have two. */
    private static String openSslName(final SSLSession session) {
        final String suite = session.getCipherSuite();
        if (session.getProtocol().equals("TLSv1.3")) {
            return suite;
        }
        final String name = CipherSuiteConverter.toOpenSsl(suite, false);
        return name == null ? suite : name;
    }

    private static String requestedName(final SSLSession session) {
        if (session instanceof ExtendedSSLSession extended) {
            for (final SNIServerName name : extended.getRequestedServerNames()) {
                if (name instanceof SNIHostName host) {
                    return host.getAsciiName();
                }
            }
        }
        return "";
    }
}
