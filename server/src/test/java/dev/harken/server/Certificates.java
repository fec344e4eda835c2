package dev.harken.server;

import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import java.nio.file.Path;

/** Certificates that a test makes for itself. */
final class Certificates {
    private Certificates() {}

    /** Makes {@code NAME.pem} and {@code NAME.key} for a host name; returns the directives. */
    static String make(final Path folder, final String name) {
        Require.tool("openssl");
        final Path chain = folder.resolve(name + ".pem");
        final Path key = folder.resolve(name + ".key");
        Processes.run(
                        "openssl",
                        "req",
                        "-x509",
                        "-newkey",
                        "ec",
                        "-pkeyopt",
                        "ec_paramgen_curve:prime256v1",
                        "-nodes",
                        "-days",
                        "2",
                        "-subj",
                        "/CN=" + name,
                        "-addext",
                        "subjectAltName=DNS:" + name,
                        "-keyout",
                        key.toString(),
                        "-out",
                        chain.toString())
                .orFail();
        return "ssl_certificate " + chain + "; ssl_certificate_key " + key + ";";
    }

    /** Returns the subject of the certificate that a TLS server on this host shows. */
    static String shownAt(final int port) {
        return Processes.run(
                        "sh",
                        "-c",
                        "openssl s_client -connect 127.0.0.1:"
                                + port
                                + " </dev/null 2>/dev/null | openssl x509 -noout -subject")
                .orFail()
                .output();
    }
}
