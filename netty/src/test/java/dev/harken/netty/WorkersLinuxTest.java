package dev.harken.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.listen.ListenConfig;
import dev.harken.listen.ListenerGroup;
import dev.harken.testkit.LeakExtension;

import io.netty.channel.ChannelInboundHandlerAdapter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The threads themselves, and what a caller may do wrong. */
final class WorkersLinuxTest {

    @RegisterExtension static final LeakExtension LEAKS = TestServer.leaks();

    @Test
    void threadsAreNamedAfterTheirWorker() throws Exception {
        try (Workers workers = Workers.builder().count(2).build()) {
            final CompletableFuture<String> name = new CompletableFuture<>();
            workers.workers()
                    .get(1)
                    .eventLoop()
                    .execute(() -> name.complete(Thread.currentThread().getName()));

            assertThat(name.get(10, TimeUnit.SECONDS)).isEqualTo("harken-worker-1");
        }
    }

    @Test
    void cpuThatIsNotThereFailsTheStartAndLeavesNoThread() {
        final Workers.Builder builder =
                Workers.builder().count(2).affinity(Affinity.cpus("0,8000"));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("harken-worker-1 to CPU 8000: EINVAL")
                .hasMessageContaining("this process may use CPU");
    }

    @Test
    void outOfRangeSettingsAreNamed() {
        assertThatThrownBy(() -> Workers.builder().count(0).build())
                .hasMessage("count: 0 (expected: 1 to 1024)");
        assertThatThrownBy(() -> Workers.builder().connectionLimit(0).build())
                .hasMessage("connectionLimit: 0 (expected: ≥ 1)");
        assertThatThrownBy(() -> new ReceiveRing(100, 2048)).hasMessageContaining("power of two");
        assertThatThrownBy(() -> new ReceiveRing(128, 1)).hasMessageContaining("bufferBytes");
    }

    @Test
    void handlerThatCannotBeSharedIsRefused() throws Exception {
        try (ListenerGroup group = ListenConfig.tcp("127.0.0.1:0").build().open();
                Workers workers = Workers.builder().count(1).build()) {
            assertThatThrownBy(
                            () ->
                                    workers.serve(
                                            group,
                                            AcceptStrategy.exclusive(),
                                            new ChannelInboundHandlerAdapter() {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("@Sharable");
        }
    }

    @Test
    void datagramGroupIsRefused() throws Exception {
        try (ListenerGroup group = ListenConfig.udp("127.0.0.1:0").build().open();
                Workers workers = Workers.builder().count(1).build()) {
            assertThatThrownBy(
                            () ->
                                    workers.serve(
                                            group,
                                            AcceptStrategy.exclusive(),
                                            new EchoInitializer()))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("stream");
        }
    }

    @Test
    void closedWorkersServeNoMore() throws Exception {
        try (ListenerGroup group = ListenConfig.tcp("127.0.0.1:0").build().open()) {
            final Workers workers = Workers.builder().count(1).build();
            workers.close();
            workers.close();

            assertThatThrownBy(
                            () ->
                                    workers.serve(
                                            group,
                                            AcceptStrategy.exclusive(),
                                            new EchoInitializer()))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("workers are closed");
        }
    }

    @Test
    void servesTwoGroupsAtATime() throws Exception {
        try (TestServer first = TestServer.on(TransportPreference.AUTO).workers(2).start();
                ListenerGroup group = ListenConfig.tcp("127.0.0.1:0").build().open();
                Serving second =
                        first.workers()
                                .serve(group, AcceptStrategy.mutex(), new EchoInitializer());
                Socket one = first.connect();
                Socket other = TestServer.connect(group)) {
            TestServer.exchange(one);
            TestServer.exchange(other);
            assertThat(second.isAccepting()).isTrue();
        }
    }

    @Test
    void closingOnAWorkerThreadDoesNotDeadlock() throws Exception {
        try (ListenerGroup group = ListenConfig.tcp("127.0.0.1:0").build().open()) {
            final Workers workers = Workers.builder().count(2).build();
            final Serving serving =
                    workers.serve(group, AcceptStrategy.exclusive(), new EchoInitializer());
            final CompletableFuture<Void> closed = new CompletableFuture<>();
            workers.workers()
                    .getFirst()
                    .eventLoop()
                    .execute(
                            () -> {
                                serving.pause();
                                workers.close();
                                closed.complete(null);
                            });

            closed.get(10, TimeUnit.SECONDS);
            assertThat(serving.isAccepting()).isFalse();
        }
    }
}
