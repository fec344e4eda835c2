package dev.harken.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;

import dev.harken.linux.Signals;
import dev.harken.testkit.Await;
import dev.harken.testkit.Processes;
import dev.harken.testkit.RunningProcess;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The command as a process of its own. */
class LoadSystemTest {

    @Test
    void anInterruptPrintsWhatWasMeasuredSoFar() throws Exception {
        final AtomicLong requests = new AtomicLong();
        final HttpServer server =
                HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/",
                exchange -> {
                    requests.incrementAndGet();
                    exchange.sendResponseHeaders(204, -1);
                    exchange.close();
                });
        server.start();
        final String url = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        try (RunningProcess load =
                Processes.start(
                        Processes.java(
                                Main.class, "-R", "100", "-d", "1h", "--warmup", "0", url))) {
            Await.until("some requests", Duration.ofSeconds(30), () -> requests.get() > 20);

            assertThat(Signals.kill((int) load.pid(), Signals.SIGINT)).isZero();

            final Processes.Result result = load.result(Duration.ofSeconds(20));
            assertThat(result.exit()).isEqualTo(LoadCommand.INTERRUPTED);
            assertThat(result.output())
                    .contains("interrupted")
                    .contains("p99.99")
                    .containsPattern("errors +none");
        } finally {
            server.stop(0);
        }
    }

    @Test
    void anInterruptWhileConnectingEndsTheCommandAtOnce() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            final String url = "https://127.0.0.1:" + silent.getLocalPort() + "/";
            try (RunningProcess load =
                            Processes.start(
                                    Processes.java(
                                            Main.class,
                                            "-n",
                                            "1",
                                            "-c",
                                            "1",
                                            "--timeout",
                                            "1h",
                                            url));
                    Socket _ = silent.accept()) {

                assertThat(Signals.kill((int) load.pid(), Signals.SIGINT)).isZero();

                assertThat(load.result(Duration.ofSeconds(20)).exit())
                        .isEqualTo(LoadCommand.INTERRUPTED);
            }
        }
    }

    /** What the launcher runs, without the launcher. */
    static final class Main {
        private Main() {}

        public static void main(final String[] arguments) {
            System.exit(new CommandLine(new LoadCommand()).execute(arguments));
        }
    }
}
