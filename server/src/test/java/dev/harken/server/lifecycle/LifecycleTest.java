package dev.harken.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.conf.LogLevel;
import dev.harken.testkit.Await;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

@Timeout(10)
class LifecycleTest {
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final Lifecycle lifecycle = new Lifecycle(() -> events.add("abandon"));

    @Test
    void termEndsAStartAtOnce() {
        lifecycle.receive(ServerSignal.TERM);

        assertThat(events).containsExactly("abandon");
    }

    @Test
    void termWaitsWhileTheStartHasSomethingToClearAway() throws InterruptedException {
        lifecycle.commit();
        lifecycle.receive(ServerSignal.TERM);
        assertThat(events).isEmpty();

        run(new Recorder()).join();
        assertThat(events).containsExactly("stop");
    }

    @Test
    void signalsThatAreNoReasonToStopWaitForTheStart() throws InterruptedException {
        lifecycle.receive(ServerSignal.HUP);
        assertThat(events).isEmpty();

        final Thread control = run(new Recorder());
        Await.until("reload", () -> events.contains("reload"));
        lifecycle.receive(ServerSignal.TERM);
        control.join();
        assertThat(events).containsExactly("reload", "stop");
    }

    @Test
    void eachSignalDoesWhatItDoesToNginx() throws InterruptedException {
        final Thread control = run(new Recorder());
        lifecycle.receive(ServerSignal.HUP);
        Await.until("reload", () -> events.contains("reload"));
        lifecycle.receive(ServerSignal.USR1);
        lifecycle.receive(ServerSignal.USR2);
        lifecycle.receive(ServerSignal.WINCH);
        lifecycle.receive(ServerSignal.QUIT);

        control.join();
        assertThat(events).containsExactly("reload", "reopen", "drain");
    }

    @Test
    void termCutsDrainingShort() throws InterruptedException {
        final CountDownLatch draining = new CountDownLatch(1);
        final CountDownLatch stopped = new CountDownLatch(1);
        final Thread control =
                run(
                        new Recorder() {
                            @Override
                            public void drain() {
                                draining.countDown();
                                awaitUninterrupted(stopped);
                                super.drain();
                            }

                            @Override
                            public void stop() {
                                super.stop();
                                stopped.countDown();
                            }
                        });
        lifecycle.receive(ServerSignal.USR1);
        Await.until("serving", () -> events.contains("reopen"));
        lifecycle.receive(ServerSignal.QUIT);
        draining.await();
        lifecycle.receive(ServerSignal.TERM);

        control.join();
        assertThat(events).containsExactly("reopen", "stop", "drain");
    }

    private Thread run(final ManagedServer server) {
        return Thread.ofPlatform()
                .start(
                        () -> {
                            try {
                                lifecycle.run(server);
                            } catch (final InterruptedException interrupted) {
                                events.add("interrupted");
                            }
                        });
    }

    private static void awaitUninterrupted(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    /** A server that notes what is asked of it. */
    private class Recorder implements ManagedServer {
        @Override
        public void stop() {
            events.add("stop");
        }

        @Override
        public void drain() {
            events.add("drain");
        }

        @Override
        public void reload() {
            events.add("reload");
        }

        @Override
        public void reopenLogs() {
            events.add("reopen");
        }

        @Override
        public void log(final LogLevel level, final String text) {
            assertThat(text).contains("received");
        }
    }
}
