package dev.harken.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion;
import com.sun.net.httpserver.HttpServer;

import dev.harken.testkit.LeakExtension;

import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The command, from its arguments to what it prints and its exit status. */
class LoadCommandLinuxTest {

    private static HttpServer server;
    private static String url;

    @RegisterExtension private final LeakExtension leaks = new LeakExtension();

    @TempDir private Path folder;

    @BeforeAll
    static void startServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    exchange.getRequestBody().readAllBytes();
                    final byte[] body = exchange.getRequestMethod().getBytes();
                    exchange.sendResponseHeaders(200, body.length);
                    exchange.getResponseBody().write(body);
                    exchange.close();
                });
        server.createContext(
                "/echo-header",
                exchange -> {
                    final String given = exchange.getRequestHeaders().getFirst("X-Status");
                    exchange.sendResponseHeaders(Integer.parseInt(given), -1);
                    exchange.close();
                });
        server.start();
        url = "http://127.0.0.1:" + server.getAddress().getPort();
    }

    @AfterAll
    static void stopServer() {
        server.stop(0);
    }

    @Test
    void textNamesRatesPercentilesAndErrors() {
        final Outcome outcome = run("-R", "200", "-n", "40", "-c", "4", url + "/");

        assertThat(outcome.output())
                .contains("open loop at 200.0 requests/s, 4 connections")
                .contains("40 sent, 40 answered, 0 failed")
                .contains("p99.99")
                .contains("latency")
                .contains("uncorrected")
                .contains("first byte")
                .containsPattern("errors +none");
        assertThat(outcome.errors()).isEmpty();
        assertThat(outcome.output().lines()).allMatch(line -> line.length() <= 88);
    }

    @Test
    void jsonFollowsItsSchema() throws IOException {
        for (final List<String> arguments :
                List.of(
                        List.of("-R", "200", "-d", "300ms", "--warmup", "100ms", url + "/"),
                        List.of("-n", "10", "-c", "2", "--no-keepalive", url + "/"),
                        List.of(
                                "-n",
                                "3",
                                "-c",
                                "1",
                                "-H",
                                "X-Status: 404",
                                url + "/echo-header"))) {
            final JsonNode result = json(arguments);

            final var schema =
                    JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)
                            .getSchema(Files.readString(Path.of("../docs/load.schema.json")));
            assertThat(schema.validate(result)).as(result.toPrettyString()).isEmpty();
        }
    }

    @Test
    void jsonTellsWhatWasSentAndWhatCameBack() throws IOException {
        final JsonNode result =
                json(List.of("-n", "3", "-c", "1", "-H", "X-Status: 404", url + "/echo-header"));

        assertThat(result.at("/counts/answered").asInt()).isEqualTo(3);
        assertThat(result.at("/errors/bad_status").asInt()).isEqualTo(3);
        assertThat(result.at("/statuses/404").asInt()).isEqualTo(3);
        assertThat(result.at("/measures/uncorrected/count").asInt()).isEqualTo(3);
        assertThat(result.at("/plan/loop").asText()).isEqualTo("closed");
    }

    @Test
    void aBodyIsPosted() throws IOException {
        final JsonNode result = json(List.of("-n", "1", "-c", "1", "--body", "hello", url + "/"));

        assertThat(result.at("/plan/method").asText()).isEqualTo("POST");
        assertThat(result.at("/plan/bodyBytes").asInt()).isEqualTo(5);
        assertThat(result.at("/counts/answered").asInt()).isEqualTo(1);
    }

    @Test
    void csvIsTwoRowsOfEqualLength() {
        final Outcome outcome = run("-n", "20", "-c", "2", "--csv", url + "/");

        assertThat(outcome.exit()).isEqualTo(LoadCommand.MEASURED);
        final List<String> rows = outcome.output().lines().toList();
        assertThat(rows).hasSize(2);
        final String[] names = rows.getFirst().split(",", -1);
        final String[] values = rows.getLast().split(",", -1);
        assertThat(values).hasSameSizeAs(names);
        final Map<String, String> cells = new HashMap<>();
        for (int index = 0; index < names.length; index++) {
            cells.put(names[index], values[index]);
        }
        assertThat(cells)
                .containsEntry("answered", "20")
                .containsEntry("errors_refused", "0")
                .containsEntry("latency_p99_us", "");
        assertThat(Double.parseDouble(cells.get("uncorrected_p99_us"))).isPositive();
    }

    @Test
    void theHistogramLogIsReadByHdrHistogramItself() throws IOException {
        final Path log = folder.resolve("latency.hlog");
        final Outcome outcome =
                run("-R", "100", "-d", "1500ms", "--warmup", "0", "--hdr", log.toString(), url);

        assertThat(outcome.errors()).isEmpty();
        final Map<String, Long> counts = new HashMap<>();
        try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
            while (reader.hasNext()) {
                final EncodableHistogram interval = reader.nextIntervalHistogram();
                counts.merge(
                        interval.getTag() == null ? "" : interval.getTag(),
                        ((Histogram) interval).getTotalCount(),
                        Long::sum);
            }
        }
        assertThat(counts).containsEntry("", 150L).containsEntry("uncorrected", 150L);
    }

    @Test
    void tooLittleOfTheRateHasAnExitStatusOfItsOwn() throws Exception {
        final Outcome outcome =
                run("-R", "1m", "-c", "1", "-t", "1", "-d", "200ms", "--warmup", "0", url + "/");

        assertThat(outcome.exit()).isEqualTo(LoadCommand.INVALID);
        assertThat(outcome.output()).contains("Invalid: ").contains("never sent");
    }

    @Test
    void nothingAnsweredFails() throws IOException {
        final int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        final Outcome kept = run("-n", "1", "-c", "1", "http://127.0.0.1:" + port);
        final Outcome single =
                run("-n", "1", "-c", "1", "--no-keepalive", "http://127.0.0.1:" + port);

        assertThat(kept.exit()).isEqualTo(LoadCommand.FAILED);
        assertThat(kept.errors()).contains("refused").contains("start the server");
        assertThat(single.exit()).isEqualTo(LoadCommand.FAILED);
        assertThat(single.output()).contains("refused").contains("Nothing was answered.");
    }

    @Test
    void senselessArgumentsAreExplained() {
        assertUsage("URL: ftp://x", "ftp://x");
        assertUsage("expected: a time as in 500ms", "-d", "soon", url);
        assertUsage("rate: 0.0", "-R", "0", url);
        assertUsage("header: nonsense", "-H", "nonsense", url);
        assertUsage(
                "expected: at least 4, one for each of 2 threads and 2 URLs",
                "-t",
                "2",
                "-c",
                "3",
                url,
                url);
        assertUsage("streams: 4 (expected: 1 without HTTP/2)", "--streams", "4", url);
        assertUsage("mutually exclusive", "--json", "--csv", url);
    }

    private static void assertUsage(final String message, final String... arguments) {
        final Outcome outcome = run(arguments);
        assertThat(outcome.exit()).isEqualTo(CommandLine.ExitCode.USAGE);
        assertThat(outcome.errors()).contains(message);
    }

    private static JsonNode json(final List<String> arguments) throws IOException {
        final String[] all = arguments.toArray(new String[arguments.size() + 1]);
        all[arguments.size()] = "--json";
        return new ObjectMapper().readTree(run(all).output());
    }

    private static Outcome run(final String... arguments) {
        final StringWriter output = new StringWriter();
        final StringWriter errors = new StringWriter();
        final int exit =
                new CommandLine(new LoadCommand())
                        .setOut(new PrintWriter(output))
                        .setErr(new PrintWriter(errors))
                        .execute(arguments);
        return new Outcome(exit, output.toString(), errors.toString());
    }

    private record Outcome(int exit, String output, String errors) {}
}
