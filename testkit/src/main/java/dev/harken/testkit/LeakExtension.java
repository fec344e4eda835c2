package dev.harken.testkit;

import dev.harken.linux.Descriptors;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * Fails a test that leaves a file descriptor, a thread or a counted resource behind.
 *
 * <p>What existed before the test, {@code @BeforeAll} included, is not a leak; after the test and
 * its {@code @AfterEach} methods everything else must go within {@link #GRACE}. Regular files are
 * not looked at (the virtual machine opens jars when it likes), nor are threads of the virtual
 * machine itself. Tests that run at the same time in one virtual machine can't be told apart.
 */
public final class LeakExtension implements BeforeEachCallback, AfterEachCallback {

    /** How long after the test its resources may take to go unless {@link #within} says. */
    public static final Duration GRACE = Duration.ofSeconds(5);

    private static final long POLL_NANOS = Duration.ofMillis(2).toNanos();

    private static final ExtensionContext.Namespace STORE =
            ExtensionContext.Namespace.create(LeakExtension.class);

    /** Threads that the virtual machine, the JDK or the test runner starts on its own account. */
    private static final Set<String> FOREIGN_GROUPS = Set.of("system", "InnocuousThreadGroup");

    private static final Pattern FOREIGN_THREADS =
            Pattern.compile(
                    "process reaper.*|ForkJoinPool.*-worker-\\d+|VirtualThread-.*|surefire-.*"
                            + "|junit-.*|Attach Listener|globalEventExecutor-.*");

    private final Map<String, LongSupplier> counters = new TreeMap<>();
    private Duration grace = GRACE;

    /** An extension that looks at file descriptors and threads. */
    public LeakExtension() {}

    /**
     * Also compares a count before and after each test, for example of a buffer pool.
     *
     * @param what names the count in the message
     * @return this
     */
    public LeakExtension counting(final String what, final LongSupplier count) {
        counters.put(what, count);
        return this;
    }

    /**
     * Sets how long after the test its resources may take to go.
     *
     * @return this
     */
    public LeakExtension within(final Duration time) {
        grace = time;
        return this;
    }

    @Override
    public void beforeEach(final ExtensionContext context) {
        openWhatTheJdkKeeps();
        context.getStore(STORE).put(context.getUniqueId(), snapshot());
    }

    @Override
    public void afterEach(final ExtensionContext context) {
        final Snapshot before =
                Objects.requireNonNull(
                        context.getStore(STORE).remove(context.getUniqueId(), Snapshot.class));
        final List<String> leaks = new ArrayList<>();
        final long end = System.nanoTime() + grace.toNanos();
        do {
            leaks.clear();
            leaks.addAll(snapshot().since(before));
            if (leaks.isEmpty()) {
                return;
            }
            LockSupport.parkNanos(POLL_NANOS);
        } while (System.nanoTime() - end < 0);
        throw new AssertionError(
                context.getDisplayName() + " leaks:\n  " + String.join("\n  ", leaks));
    }

    /** The JDK keeps one end of a socket pair from its first socket on. */
    private static void openWhatTheJdkKeeps() {
        try (var socket = ServerSocketChannel.open()) {
            socket.configureBlocking(false);
        } catch (final IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private Snapshot snapshot() {
        final Map<String, Long> counts = new TreeMap<>();
        counters.forEach((what, count) -> counts.put(what, count.getAsLong()));
        return new Snapshot(descriptors(), threads(), counts);
    }

    private static Map<Integer, String> descriptors() {
        final Map<Integer, String> found = new HashMap<>();
        for (final int fd : Descriptors.openFds()) {
            try {
                final String target =
                        Files.readSymbolicLink(Path.of("/proc/self/fd/" + fd)).toString();
                if (!target.startsWith("/")) {
                    found.put(fd, target);
                }
            } catch (final IOException closedMeanwhile) {
                // The descriptor of the listing itself, or one that another thread has closed.
            }
        }
        return found;
    }

    private static Set<Thread> threads() {
        final Set<Thread> found = new HashSet<>(Thread.getAllStackTraces().keySet());
        found.removeIf(LeakExtension::isForeign);
        return found;
    }

    private static boolean isForeign(final Thread thread) {
        final ThreadGroup group = thread.getThreadGroup();
        return group == null
                || FOREIGN_GROUPS.contains(group.getName())
                || FOREIGN_THREADS.matcher(thread.getName()).matches();
    }

    /** What there is at one moment. */
    private record Snapshot(
            Map<Integer, String> descriptors, Set<Thread> threads, Map<String, Long> counts) {

        List<String> since(final Snapshot before) {
            final List<String> leaks = new ArrayList<>();
            descriptors.forEach(
                    (fd, target) -> {
                        if (!target.equals(before.descriptors.get(fd))) {
                            leaks.add("fd " + fd + " -> " + target);
                        }
                    });
            threads.stream()
                    .filter(thread -> !before.threads.contains(thread))
                    .map(thread -> "thread " + thread.getName() + " (" + thread.getState() + ")")
                    .forEach(leaks::add);
            counts.forEach(
                    (what, count) -> {
                        final long start = before.counts.getOrDefault(what, 0L);
                        if (count > start) {
                            leaks.add(what + ": " + start + " before, " + count + " after");
                        }
                    });
            return leaks;
        }
    }
}
