package dev.harken.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class AccountsTest {
    @Test
    void agreesWithThePasswordFile() throws IOException {
        for (final String line : Files.readAllLines(Path.of("/etc/passwd"))) {
            final String[] fields = line.split(":");
            assertThat(Accounts.user(fields[0]))
                    .as(fields[0])
                    .contains(
                            new Accounts.User(
                                    Integer.parseInt(fields[2]), Integer.parseInt(fields[3])));
        }
    }

    @Test
    void agreesWithTheGroupFile() throws IOException {
        for (final String line : Files.readAllLines(Path.of("/etc/group"))) {
            final String[] fields = line.split(":");
            assertThat(Accounts.groupId(fields[0]))
                    .as(fields[0])
                    .contains(Integer.parseInt(fields[2]));
        }
    }

    @Test
    void unknownNamesAreAbsent() {
        assertThat(Accounts.user("no such user")).isEmpty();
        assertThat(Accounts.groupId("no such group")).isEmpty();
    }
}
