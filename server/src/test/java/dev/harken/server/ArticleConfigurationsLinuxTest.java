package dev.harken.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.netty.Transport;
import dev.harken.testkit.LeakExtension;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.io.IOException;
import java.nio.file.Path;

/** Configurations as articles on this subject print them, apart from ports and paths. */
@ParameterizedClass
@EnumSource(Transport.class)
class ArticleConfigurationsLinuxTest {
    private static final String REUSEPORT =
            "worker_connections 4096; accept_mutex off; multi_accept on;";
    private static final String MUTEX =
            "worker_connections 1024; accept_mutex on; accept_mutex_delay 500ms; multi_accept on;";

    @Parameter Transport transport;

    @RegisterExtension
    final LeakExtension leaks = new LeakExtension().counting("buffers", BufferLeaks::count);

    @TempDir Path folder;

    private static void assertServes(final TestServer server, final int connectionCount)
            throws IOException {
        for (int i = 0; i < connectionCount; i++) {
            assertThat(server.get("/").text()).isEqualTo("abc");
        }
    }

    @Test
    void reuseportInHttpWithTls() throws IOException {
        final String keys = Certificates.make(folder, "one.example");
        final String http =
                "http { access_log off; server { listen 127.0.0.1:PORT0 reuseport backlog=4096;"
                        + " listen 127.0.0.1:PORT1 ssl reuseport backlog=4096; "
                        + keys
                        + " return 200 abc; } }";
        try (TestServer server = TestServer.start(folder, transport, http, REUSEPORT)) {
            assertServes(server, 20);
            final Processes.Result overTls =
                    Processes.run(
                            Require.tool("curl").toString(),
                            "-sk",
                            "https://127.0.0.1:" + server.port(1) + "/");
            assertThat(overTls.output()).isEqualTo("abc");
            assertThat(server.running().report().endpoints())
                    .allSatisfy(
                            endpoint -> {
                                assertThat(endpoint.shards()).isEqualTo(2);
                                assertThat(endpoint.strategy()).isEqualTo("reuseport");
                            });
        }
    }

    @Test
    void acceptMutexInHttp() throws IOException {
        final String http =
                "http { access_log off; server { listen 127.0.0.1:PORT0; return 200 abc; } }";
        try (TestServer server = TestServer.start(folder, transport, http, MUTEX)) {
            assertServes(server, 20);
            assertThat(server.running().report().endpoints().getFirst().strategy())
                    .isEqualTo("mutex");
        }
    }

    @Test
    void acceptMutexInStream() throws IOException {
        final String stream = "stream { server { listen 127.0.0.1:PORT0; return abc; } }";
        try (TestServer server = TestServer.start(folder, transport, stream, MUTEX)) {
            for (int i = 0; i < 20; i++) {
                try (RawClient client = server.connect()) {
                    assertThat(client.rest()).isEqualTo("abc");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "reuseport, reuseport, 2",
        "accept=reuseport, reuseport, 2",
        "accept=mutex, mutex, 1",
        "accept=herd, herd, 1",
        "accept=dispatch, dispatch, 1",
        "shards=4 reuseport, reuseport, 4",
    })
    void theListenLineChoosesTheStrategy(
            final String parameters, final String strategy, final int shards) throws IOException {
        final String http =
                "http { access_log off; server { listen 127.0.0.1:PORT0 "
                        + parameters
                        + "; return 200 abc; } }";
        try (TestServer server = TestServer.start(folder, transport, http)) {
            assertServes(server, 10);
            final StartReport.Endpoint endpoint = server.running().report().endpoints().getFirst();
            assertThat(endpoint.strategy()).isEqualTo(strategy);
            assertThat(endpoint.shards()).isEqualTo(shards);
        }
    }

    @Test
    void aPlainLineIsExclusiveWhereTheTransportCan() throws IOException {
        final String http =
                "http { access_log off; server { listen 127.0.0.1:PORT0; return 200 abc; } }";
        try (TestServer server = TestServer.start(folder, transport, http)) {
            assertServes(server, 10);
            assertThat(server.running().report().endpoints().getFirst().strategy())
                    .isEqualTo(transport == Transport.NIO ? "mutex" : "exclusive");
        }
    }
}
