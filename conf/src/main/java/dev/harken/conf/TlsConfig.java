package dev.harken.conf;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * What a TLS handshake needs.
 *
 * @param certificates certificate chains with their keys, of different types; at least one
 * @param protocols the versions offered
 */
public record TlsConfig(List<Certificate> certificates, Set<Protocol> protocols) {
    /** Takes immutable copies. */
    public TlsConfig {
        certificates = List.copyOf(certificates);
        protocols = Set.copyOf(protocols);
    }

    /**
     * A certificate chain and its key, both PEM files.
     *
     * @param chain absolute path
     * @param key absolute path
     */
    public record Certificate(Path chain, Path key) {}

    /** A version of TLS. */
    public enum Protocol {
        /** TLS 1.0. */
        TLS_1_0("TLSv1"),
        /** TLS 1.1. */
        TLS_1_1("TLSv1.1"),
        /** TLS 1.2. */
        TLS_1_2("TLSv1.2"),
        /** TLS 1.3. */
        TLS_1_3("TLSv1.3");

        private final String text;

        Protocol(final String text) {
            this.text = text;
        }

        /** Returns the name in a configuration, which is also the name the JDK uses. */
        public String text() {
            return text;
        }
    }
}
