package dev.harken.bench.load;

import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolConfig.Protocol;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectedListenerFailureBehavior;
import io.netty.handler.ssl.ApplicationProtocolConfig.SelectorFailureBehavior;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;

import org.jspecify.annotations.Nullable;

import java.util.Optional;

import javax.net.ssl.SSLException;

/** The TLS side of a plan: BoringSSL where it loads, the JDK elsewhere. */
final class Tls {

    static final String HTTP_2 = "h2";
    static final String HTTP_1_1 = "http/1.1";

    private Tls() {}

    /** The context of a plan, none when it has no HTTPS target. */
    static Optional<SslContext> context(final LoadPlan plan) throws LoadException {
        final boolean needed =
                plan.targets().stream().anyMatch(target -> target.scheme() == Target.Scheme.HTTPS);
        if (!needed) {
            return Optional.empty();
        }
        final boolean boring = OpenSsl.isAvailable();
        final SslContextBuilder builder =
                SslContextBuilder.forClient()
                        .sslProvider(boring ? SslProvider.OPENSSL : SslProvider.JDK)
                        .applicationProtocolConfig(
                                new ApplicationProtocolConfig(
                                        Protocol.ALPN,
                                        SelectorFailureBehavior.NO_ADVERTISE,
                                        SelectedListenerFailureBehavior.ACCEPT,
                                        plan.version() == HttpVersion.HTTP_2 ? HTTP_2 : HTTP_1_1));
        if (!plan.verifyCertificate()) {
            final @Nullable String noName = null;
            builder.trustManager(InsecureTrustManagerFactory.INSTANCE)
                    .endpointIdentificationAlgorithm(noName);
        }
        try {
            return Optional.of(builder.build());
        } catch (final SSLException failed) {
            throw new LoadException("TLS: " + failed.getMessage(), failed);
        }
    }
}
