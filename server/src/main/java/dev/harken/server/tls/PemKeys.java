package dev.harken.server.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads private keys from PEM files: PKCS#8 (RFC 5958), and the older PKCS#1 and SEC 1 forms that
 * openssl wrote for long, which the JDK does not read by itself.
 */
final class PemKeys {
    private static final Pattern BLOCK =
            Pattern.compile(
                    "-----BEGIN ((?:RSA |EC |ENCRYPTED )?PRIVATE KEY)-----\\s+([^-]*)"
                            + "-----END \\1-----");
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA", "RSASSA-PSS");

    private static final int SEQUENCE = 0x30;
    private static final int OCTET_STRING = 0x04;
    private static final int PARAMETERS = 0xa0;
    private static final byte[] VERSION_0 = {2, 1, 0};

    /** rsaEncryption with its NULL parameter. */
    private static final byte[] RSA = {
        6, 9, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 1, 1, 1, 5, 0
    };

    /** id-ecPublicKey. */
    private static final byte[] EC = {6, 7, 0x2a, (byte) 0x86, 0x48, (byte) 0xce, 0x3d, 2, 1};

    private PemKeys() {}

    /**
     * Reads the first private key of a file.
     *
     * @throws IOException when there is none that can be used; the message names the file
     */
    static PrivateKey read(final Path file) throws IOException {
        final String text = Files.readString(file, US_ASCII);
        final Matcher block = BLOCK.matcher(text);
        if (!block.find()) {
            throw new IOException(
                    "cannot load certificate key \"" + file + "\": no PEM private key");
        }
        if (block.group(1).startsWith("ENCRYPTED") || block.group(2).contains("DEK-Info")) {
            throw new IOException(
                    "cannot load certificate key \""
                            + file
                            + "\": it is encrypted; decrypt it first");
        }
        try {
            return parse(block.group(1), Base64.getMimeDecoder().decode(block.group(2)));
        } catch (final GeneralSecurityException | RuntimeException e) {
            throw new IOException(
                    "cannot load certificate key \"" + file + "\": " + e.getMessage(), e);
        }
    }

    private static PrivateKey parse(final String label, final byte[] der)
            throws GeneralSecurityException {
        final byte[] pkcs8 =
                switch (label) {
                    case "RSA PRIVATE KEY" -> wrap(RSA, der);
                    case "EC PRIVATE KEY" -> wrap(join(EC, curve(der)), der);
                    default -> der;
                };
        GeneralSecurityException failure = new GeneralSecurityException("unknown kind of key");
        for (final String algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm)
                        .generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (final GeneralSecurityException e) {
                failure = e;
            }
        }
        throw failure;
    }

    /** Puts a key of an older form into the envelope that names its algorithm. */
    private static byte[] wrap(final byte[] algorithm, final byte[] key) {
        return element(
                SEQUENCE,
                join(VERSION_0, join(element(SEQUENCE, algorithm), element(OCTET_STRING, key))));
    }

    /** Returns the curve's object identifier out of a SEC 1 key. */
    private static byte[] curve(final byte[] der) throws GeneralSecurityException {
        int at = contentOf(der, 0);
        while (at < der.length) {
            final int content = contentOf(der, at);
            final int end = content + lengthOf(der, at);
            if ((der[at] & 0xff) == PARAMETERS) {
                return Arrays.copyOfRange(der, content, end);
            }
            at = end;
        }
        throw new GeneralSecurityException("the key does not name its curve");
    }

    private static int contentOf(final byte[] der, final int at) {
        final int first = der[at + 1] & 0xff;
        return at + 2 + (first < 0x80 ? 0 : first - 0x80);
    }

    private static int lengthOf(final byte[] der, final int at) {
        final int first = der[at + 1] & 0xff;
        if (first < 0x80) {
            return first;
        }
        int length = 0;
        for (int i = 0; i < first - 0x80; i++) {
            length = length << 8 | (der[at + 2 + i] & 0xff);
        }
        return length;
    }

    private static byte[] element(final int tag, final byte[] content) {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else if (content.length < 0x100) {
            out.write(0x81);
            out.write(content.length);
        } else {
            out.write(0x82);
            out.write(content.length >> 8);
            out.write(content.length);
        }
        out.writeBytes(content);
        return out.toByteArray();
    }

    private static byte[] join(final byte[] first, final byte[] second) {
        final byte[] joined = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, joined, first.length, second.length);
        return joined;
    }
}
