package dev.harken.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Sockets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherConstants;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

final class LeakExtensionLinuxTest {

    private static final Duration SHORT = Duration.ofMillis(50);

    @Test
    void passesATestThatCleansUp() {
        assertThat(failures(Clean.class)).isEmpty();
    }

    @Test
    void failsATestThatLeavesADescriptor() {
        try {
            assertThat(failures(LeavesDescriptor.class))
                    .singleElement()
                    .asString()
                    .contains("leavesASocket() leaks:")
                    .contains("fd " + LeavesDescriptor.socket + " -> socket:[");
        } finally {
            Descriptors.close(LeavesDescriptor.socket);
        }
    }

    @Test
    void failsATestThatLeavesAThread() {
        try {
            assertThat(failures(LeavesThread.class))
                    .singleElement()
                    .asString()
                    .contains("thread left-behind (WAITING)");
        } finally {
            LeavesThread.RELEASE.countDown();
        }
    }

    @Test
    void failsATestThatRaisesACount() {
        assertThat(failures(LeavesCount.class))
                .singleElement()
                .asString()
                .contains("buffers: 7 before, 8 after");
    }

    @Test
    void waitsForAThreadThatIsAboutToEnd() {
        assertThat(failures(EndsSoon.class)).isEmpty();
    }

    static final class Clean {
        @RegisterExtension static final LeakExtension LEAKS = new LeakExtension();

        @Test
        void closesWhatItOpens() {
            Descriptors.close(Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM, 0));
        }
    }

    static final class LeavesDescriptor {
        @RegisterExtension static final LeakExtension LEAKS = new LeakExtension().within(SHORT);

        static int socket;

        @Test
        void leavesASocket() {
            socket = Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM, 0);
        }
    }

    static final class LeavesThread {
        @RegisterExtension static final LeakExtension LEAKS = new LeakExtension().within(SHORT);

        static final CountDownLatch RELEASE = new CountDownLatch(1);

        @Test
        void leavesAThread() {
            final var thread = new Thread(LeavesThread::waitForRelease, "left-behind");
            thread.start();
            Await.until("it waits", () -> thread.getState() == Thread.State.WAITING);
        }

        private static void waitForRelease() {
            try {
                RELEASE.await();
            } catch (final InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static final class LeavesCount {
        static final AtomicLong BUFFERS = new AtomicLong(7);

        @RegisterExtension
        static final LeakExtension LEAKS =
                new LeakExtension().within(SHORT).counting("buffers", BUFFERS::get);

        @Test
        void takesABuffer() {
            BUFFERS.incrementAndGet();
        }
    }

    @ExtendWith(LeakExtension.class)
    static final class EndsSoon {
        @Test
        void leavesAThreadThatEndsByItself() {
            final Thread test = Thread.currentThread();
            new Thread(
                            () ->
                                    Await.until(
                                            "the test is over and its thread polls for leaks",
                                            () -> test.getState() == Thread.State.TIMED_WAITING))
                    .start();
        }
    }

    private static List<Throwable> failures(final Class<?> fixture) {
        final List<Throwable> failures = new ArrayList<>();
        final var request =
                LauncherDiscoveryRequestBuilder.request()
                        .selectors(selectClass(fixture))
                        .configurationParameter(
                                LauncherConstants.CAPTURE_STDOUT_PROPERTY_NAME, "false")
                        .build();
        final var ran = new ArrayList<TestIdentifier>();
        LauncherFactory.create()
                .execute(
                        request,
                        new TestExecutionListener() {
                            @Override
                            public void executionFinished(
                                    final TestIdentifier test, final TestExecutionResult result) {
                                if (test.isTest()) {
                                    ran.add(test);
                                }
                                result.getThrowable().ifPresent(failures::add);
                            }
                        });
        assertThat(ran).hasSize(1);
        return failures;
    }
}
