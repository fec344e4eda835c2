package dev.harken.server.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.conf.MainConfig.UserGroup;
import dev.harken.linux.Accounts;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.util.Optional;

class AccountTest {
    @Test
    void withoutDirectiveItIsNobodyWithItsOwnGroup() throws IOException {
        final Accounts.User nobody = Accounts.user("nobody").orElseThrow();

        assertThat(Account.of(Optional.empty()))
                .isEqualTo(new Account("nobody", nobody.uid(), nobody.gid()));
    }

    @Test
    void aUserWithoutAGroupOfItsNameKeepsItsOwn() throws IOException {
        final Accounts.User nobody = Accounts.user("nobody").orElseThrow();

        assertThat(Account.of(Optional.of(new UserGroup("nobody", "nobody"))).gid())
                .isEqualTo(Accounts.groupId("nobody").orElse(nobody.gid()));
    }

    @Test
    void theGroupCountsWhereItIsNamed() throws IOException {
        assertThat(Account.of(Optional.of(new UserGroup("nobody", "daemon"))).gid())
                .isEqualTo(Accounts.groupId("daemon").orElseThrow());
    }

    @Test
    void whoDoesNotExistIsNamed() {
        assertThatThrownBy(() -> Account.of(Optional.of(new UserGroup("no-one", "daemon"))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("getpwnam(\"no-one\") failed");
        assertThatThrownBy(() -> Account.of(Optional.of(new UserGroup("nobody", "no-group"))))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("getgrnam(\"no-group\") failed");
    }
}
