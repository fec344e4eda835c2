package dev.harken.server.tls;

import dev.harken.conf.TlsConfig;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.OpenSslCachingX509KeyManagerFactory;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;

import javax.net.ssl.KeyManagerFactory;

/** Makes TLS contexts from certificate files: BoringSSL where its library loads, else the JDK. */
public final class TlsContexts {
    private static final char[] NO_PASSWORD = {};

    private TlsContexts() {}

    /**
     * Reads certificates and keys and makes a context, which the caller releases.
     *
     * @param applicationProtocols what ALPN offers, best first; empty for no ALPN
     * @throws IOException when a file can't be read or does not hold what it should; the message
     *     names the file
     */
    public static SslContext open(final TlsConfig config, final List<String> applicationProtocols)
            throws IOException {
        final SslContextBuilder builder = builder(config.certificates());
        builder.sslProvider(OpenSsl.isAvailable() ? SslProvider.OPENSSL_REFCNT : SslProvider.JDK);
        builder.protocols(
                config.protocols().stream().sorted().map(TlsConfig.Protocol::text).toList());
        if (!applicationProtocols.isEmpty()) {
            builder.applicationProtocolConfig(
                    new ApplicationProtocolConfig(
                            Protocol.ALPN,
                            SelectorFailureBehavior.NO_ADVERTISE,
                            SelectedListenerFailureBehavior.ACCEPT,
                            applicationProtocols));
        }
        return builder.build();
    }

    private static SslContextBuilder builder(final List<TlsConfig.Certificate> certificates)
            throws IOException {
        if (certificates.size() == 1) {
            final TlsConfig.Certificate only = certificates.getFirst();
            return SslContextBuilder.forServer(PemKeys.read(only.key()), chain(only.chain()));
        }
        try {
            final KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, NO_PASSWORD);
            for (int i = 0; i < certificates.size(); i++) {
                final PrivateKey key = PemKeys.read(certificates.get(i).key());
                final Certificate[] chain = chain(certificates.get(i).chain());
                store.setKeyEntry("certificate-" + i, key, NO_PASSWORD, chain);
            }
            final KeyManagerFactory factory =
                    new OpenSslCachingX509KeyManagerFactory(
                            KeyManagerFactory.getInstance("SunX509"));
            factory.init(store, NO_PASSWORD);
            return SslContextBuilder.forServer(factory);
        } catch (final GeneralSecurityException e) {
            throw new IOException("certificates can't be used together: " + e.getMessage(), e);
        }
    }

    private static X509Certificate[] chain(final Path file) throws IOException {
        try (var in = Files.newInputStream(file)) {
            final Collection<? extends Certificate> chain =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (chain.isEmpty()) {
                throw new IOException(
                        "cannot load certificate \"" + file + "\": no PEM certificate");
            }
            return chain.stream().map(X509Certificate.class::cast).toArray(X509Certificate[]::new);
        } catch (final GeneralSecurityException e) {
            throw new IOException("cannot load certificate \"" + file + "\": " + e.getMessage(), e);
        }
    }
}
