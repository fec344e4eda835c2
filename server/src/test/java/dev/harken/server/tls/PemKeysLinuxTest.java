package dev.harken.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class PemKeysLinuxTest {
    @TempDir Path folder;

    @BeforeEach
    void requireOpenssl() {
        Require.tool("openssl");
    }

    /** Runs a command in which FILE stands for where the key goes. */
    private Path generate(final String command) {
        final Path file = folder.resolve("key.pem");
        Processes.run(command.replace("FILE", file.toString()).split(" ")).orFail();
        return file;
    }

    @ParameterizedTest
    @CsvSource({
        "openssl genpkey -algorithm RSA -out FILE, RSA",
        "openssl genrsa -traditional -out FILE 2048, RSA",
        "openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out FILE, EC",
        "openssl ecparam -name prime256v1 -genkey -noout -out FILE, EC",
        "openssl ecparam -name secp384r1 -genkey -out FILE, EC",
        "openssl genpkey -algorithm ED25519 -out FILE, EdDSA",
    })
    void readsWhatOpensslWrites(final String command, final String algorithm) throws IOException {
        assertThat(PemKeys.read(generate(command)).getAlgorithm()).isEqualTo(algorithm);
    }

    @Test
    void anEncryptedKeyIsRefusedByName() {
        final Path file = generate("openssl genrsa -aes128 -passout pass:secret -out FILE");
        assertThatThrownBy(() -> PemKeys.read(file))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(file.toString())
                .hasMessageContaining("encrypted");
    }

    @Test
    void aFileWithoutKeyIsRefusedByName() throws IOException {
        final Path file = Files.writeString(folder.resolve("empty.pem"), "nothing\n");
        assertThatThrownBy(() -> PemKeys.read(file))
                .hasMessageContaining(file.toString())
                .hasMessageContaining("no PEM private key");
    }

    @Test
    void rubbishInAKeyIsRefusedByName() throws IOException {
        final Path file =
                Files.writeString(
                        folder.resolve("bad.pem"),
                        "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n");
        assertThatThrownBy(() -> PemKeys.read(file)).hasMessageContaining(file.toString());
    }
}
