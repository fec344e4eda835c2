package dev.harken.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.conf.ConfigLoader;
import dev.harken.conf.LoadOptions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;

class DefaultConfigurationLinuxTest {
    @TempDir Path folder;

    @Test
    void servesAWelcomePageThatTellsWorkerAndShard() throws Exception {
        final int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        final String text =
                DefaultConfiguration.text().replace("listen 8080", "listen 127.0.0.1:" + port);
        final var configuration =
                ConfigLoader.parse(DefaultConfiguration.NAME, text, LoadOptions.prefix(folder));
        try (RunningServer server = HarkenServer.start(configuration, (_, _) -> {});
                HttpClient client = HttpClient.newHttpClient()) {
            final HttpResponse<String> page = get(client, port, "/");
            assertThat(page.headers().firstValue("content-type"))
                    .contains("text/html; charset=utf-8");
            assertThat(page.body())
                    .containsPattern("worker <b>\\d+</b>")
                    .containsPattern("shard <b>\\d+</b>")
                    .contains("harken serve -c my.conf")
                    .doesNotContain("http://", "https://", "<script");
            assertThat(get(client, port, "/whoami").body())
                    .matches("worker \\d+ shard \\d+ connection \\d+\n");
            assertThat(get(client, port, "/status").body()).startsWith("Active connections: 1");
            assertThat(get(client, port, "/other").statusCode()).isEqualTo(404);
            assertThat(server.report().endpoints().getFirst().shards())
                    .isEqualTo(Runtime.getRuntime().availableProcessors());
        }
    }

    private static HttpResponse<String> get(
            final HttpClient client, final int port, final String path) throws Exception {
        return client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .version(HttpClient.Version.HTTP_1_1)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }
}
