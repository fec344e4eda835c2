package dev.harken.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.testkit.LeakExtension;

import io.netty.channel.DefaultEventLoop;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

class DeadlineWheelLinuxTest {
    @RegisterExtension final LeakExtension leaks = new LeakExtension();

    private final DefaultEventLoop loop = new DefaultEventLoop();
    private final DeadlineWheel wheel = new DeadlineWheel(loop);

    @AfterEach
    void endLoop() {
        loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
    }

    /** Leaves the wheel when its deadline passes. */
    private final class Member implements OpenConnection {
        final DeadlineWheel.Entry entry = new DeadlineWheel.Entry(this);
        final CountDownLatch passed = new CountDownLatch(1);

        @Override
        public void deadlinePassed() {
            wheel.remove(entry);
            passed.countDown();
        }

        @Override
        public void drain() {
            throw new AssertionError("nobody drains here");
        }
    }

    private void onLoop(final Runnable task) {
        loop.submit(task).syncUninterruptibly();
    }

    @Test
    void deadlinesPassInTheirOrder() throws InterruptedException {
        final Member late = new Member();
        final Member soon = new Member();
        onLoop(
                () -> {
                    wheel.add(late.entry, TimeUnit.MILLISECONDS.toNanos(1500));
                    wheel.add(soon.entry, TimeUnit.MILLISECONDS.toNanos(100));
                });
        assertThat(soon.passed.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(late.passed.getCount()).isEqualTo(1);
        assertThat(late.passed.await(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aDeadlineCanBeMovedBothWays() throws InterruptedException {
        final Member earlier = new Member();
        final Member later = new Member();
        onLoop(
                () -> {
                    wheel.add(earlier.entry, TimeUnit.HOURS.toNanos(1));
                    wheel.add(later.entry, TimeUnit.MILLISECONDS.toNanos(50));
                    wheel.move(earlier.entry, System.nanoTime(), TimeUnit.MILLISECONDS.toNanos(50));
                    wheel.move(later.entry, System.nanoTime(), TimeUnit.HOURS.toNanos(1));
                });
        assertThat(earlier.passed.await(10, TimeUnit.SECONDS)).isTrue();
        assertThat(later.passed.getCount()).isEqualTo(1);
        onLoop(() -> wheel.remove(later.entry));
    }

    @Test
    void knowsItsMembersUntilTheyLeave() {
        final Member one = new Member();
        final Member two = new Member();
        onLoop(
                () -> {
                    wheel.add(one.entry, TimeUnit.HOURS.toNanos(1));
                    wheel.add(two.entry, TimeUnit.HOURS.toNanos(2));
                    assertThat(wheel.owners()).containsExactlyInAnyOrder(one, two);
                    wheel.remove(one.entry);
                    assertThat(wheel.owners()).containsExactly(two);
                    wheel.remove(two.entry);
                    assertThat(wheel.owners()).isEmpty();
                });
    }
}
