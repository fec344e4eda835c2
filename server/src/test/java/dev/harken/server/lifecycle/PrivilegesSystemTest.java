package dev.harken.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.conf.MainConfig.UserGroup;
import dev.harken.linux.Accounts;
import dev.harken.testkit.Processes;
import dev.harken.testkit.Require;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;

class PrivilegesSystemTest {
    @TempDir private Path folder;

    @Test
    void everyThreadBecomesNobodyAndOnlyTheControlThreadCanUseWhatIsLeft() throws IOException {
        Require.root();
        final Path secret = Files.writeString(folder.resolve("secret"), "key");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        final int nobody = Accounts.user("nobody").orElseThrow().uid();

        final List<String> lines =
                Processes.run(
                                Duration.ofSeconds(30),
                                Processes.java(Child.class, secret.toString()))
                        .orFail()
                        .lines();

        assertThat(lines.stream().filter(line -> line.startsWith("Uid:")))
                .hasSizeGreaterThan(3)
                .containsOnly("Uid:\t" + nobody + "\t" + nobody + "\t" + nobody + "\t" + nobody);
        assertThat(lines.stream().filter(line -> line.startsWith("CapEff:")))
                .containsOnly("CapEff:\t0000000000000000");
        assertThat(lines)
                .contains("control plain: denied", "control use: key", "other thread: denied");
    }

    /** Gives root up and tells what it can still do. */
    static final class Child {
        private Child() {}

        public static void main(final String[] args) throws Exception {
            final Path secret = Path.of(args[0]);
            final CountDownLatch done = new CountDownLatch(1);
            final Thread other =
                    new Thread(
                            () -> {
                                try {
                                    done.await();
                                } catch (final InterruptedException interrupted) {
                                    throw new AssertionError(interrupted);
                                }
                                System.out.println("other thread: " + read(secret));
                            });
            other.start();
            final Privileges privileges =
                    Privileges.giveUp(Account.of(Optional.of(new UserGroup("nobody", "nobody"))));
            System.out.println("control plain: " + read(secret));
            System.out.println("control use: " + privileges.use(() -> read(secret)));
            try (Stream<Path> tasks = Files.list(Path.of("/proc/self/task"))) {
                for (final Path task : tasks.toList()) {
                    Files.readAllLines(task.resolve("status")).forEach(System.out::println);
                }
            }
            done.countDown();
            other.join();
        }

        private static String read(final Path secret) {
            try {
                return Files.readString(secret);
            } catch (final AccessDeniedException denied) {
                return "denied";
            } catch (final IOException failure) {
                return failure.toString();
            }
        }
    }
}
