package dev.harken.conf;

import static dev.harken.conf.Context.HTTP;
import static dev.harken.conf.Context.HTTP_SERVER;
import static dev.harken.conf.Context.STREAM;
import static dev.harken.conf.Context.STREAM_SERVER;

import dev.harken.conf.TlsConfig.Protocol;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** TLS, of HTTP and of streams. */
final class TlsDirectives {
    static final Directive<Path> CERTIFICATE =
            Directive.of("ssl_certificate", new ValueType<>("file", TlsDirectives::file))
                    .in(HTTP, HTTP_SERVER, STREAM, STREAM_SERVER)
                    .repeatable()
                    .note("Variables, `data:` and `engine:` are refused.")
                    .says("Certificate chain, PEM; one for each type of key.");

    static final Directive<Path> CERTIFICATE_KEY =
            Directive.of("ssl_certificate_key", new ValueType<>("file", TlsDirectives::file))
                    .in(HTTP, HTTP_SERVER, STREAM, STREAM_SERVER)
                    .repeatable()
                    .note("Variables, `data:`, `store:` and `engine:` are refused.")
                    .says("Key of the certificate, PEM.");

    static final Directive<Set<Protocol>> PROTOCOLS =
            Directive.of(
                            "ssl_protocols",
                            new ValueType<>(
                                    "[TLSv1] [TLSv1.1] [TLSv1.2] [TLSv1.3]",
                                    TlsDirectives::protocols))
                    .in(HTTP, HTTP_SERVER, STREAM, STREAM_SERVER)
                    .atLeast(1)
                    .byDefault(EnumSet.of(Protocol.TLS_1_2, Protocol.TLS_1_3), "TLSv1.2 TLSv1.3")
                    .note("SSLv2 and SSLv3 are refused: the TLS library has neither.")
                    .says("Versions of TLS.");

    static final List<Directive<?>> ALL = List.of(CERTIFICATE, CERTIFICATE_KEY, PROTOCOLS);

    private TlsDirectives() {}

    private static Path file(final Arguments arguments) throws Fault {
        final String text = arguments.text(1);
        if (text.contains("$")
                || text.startsWith("data:")
                || text.startsWith("engine:")
                || text.startsWith("store:")) {
            throw Fault.of(
                            "\""
                                    + text
                                    + "\" in \""
                                    + arguments.statement().name()
                                    + "\" directive is not supported",
                            arguments.word(1))
                    .hint("name a PEM file");
        }
        return arguments.environment().confPath(text);
    }

    private static Set<Protocol> protocols(final Arguments arguments) throws Fault {
        final Set<Protocol> protocols = EnumSet.noneOf(Protocol.class);
        for (final Word word : arguments.from(1)) {
            final Protocol protocol = protocol(word);
            if (!protocols.add(protocol)) {
                arguments.warn(word, "duplicate value \"" + word.text() + "\"", "");
            }
        }
        return protocols;
    }

    private static Protocol protocol(final Word word) throws Fault {
        for (final Protocol protocol : Protocol.values()) {
            if (protocol.text().equalsIgnoreCase(word.text())) {
                return protocol;
            }
        }
        throw Fault.of("invalid value \"" + word.text() + "\"", word)
                .hint("expected TLSv1, TLSv1.1, TLSv1.2 or TLSv1.3");
    }

    /**
     * Returns what applies in a block, if certificates do; reports certificates that can't be read
     * and those that lack a key.
     *
     * @param listen the listen line that needs certificates, if it is one line alone
     */
    static Optional<TlsConfig> tls(
            final Scope server, final Optional<Statement> listen, final Diagnostics diagnostics) {
        final List<Path> chains = server.inheritedValues(CERTIFICATE);
        final List<Path> keys = server.inheritedValues(CERTIFICATE_KEY);
        if (chains.isEmpty()) {
            return Optional.empty();
        }
        if (keys.size() < chains.size()) {
            final String certificate = "certificate \"" + chains.getLast() + "\"";
            final String line = "the \"listen ... ssl\" directive";
            final String purpose =
                    listen.isEmpty()
                            ? certificate
                            : keys.isEmpty() ? line : certificate + " and " + line;
            diagnostics.error(
                    listen.orElse(server.statement()),
                    Fault.of("no \"ssl_certificate_key\" is defined for " + purpose)
                            .hint("each \"ssl_certificate\" needs its \"ssl_certificate_key\""));
            return Optional.empty();
        }
        final List<TlsConfig.Certificate> certificates = new ArrayList<>();
        for (int i = 0; i < chains.size(); i++) {
            checkReadable(server, "certificate", chains.get(i), diagnostics);
            checkReadable(server, "certificate key", keys.get(i), diagnostics);
            certificates.add(new TlsConfig.Certificate(chains.get(i), keys.get(i)));
        }
        return Optional.of(new TlsConfig(certificates, server.get(PROTOCOLS)));
    }

    private static void checkReadable(
            final Scope server, final String what, final Path file, final Diagnostics diagnostics) {
        // Opened for a try: access(2) does not count the capabilities that a reload has.
        String reason = "No such file or directory";
        try (FileChannel _ = FileChannel.open(file, StandardOpenOption.READ)) {
            return;
        } catch (final IOException _) {
            if (Files.exists(file)) {
                reason = "Permission denied";
            }
        }
        diagnostics.error(
                server.statement(),
                Fault.of("cannot load " + what + " \"" + file + "\": " + reason));
    }
}
