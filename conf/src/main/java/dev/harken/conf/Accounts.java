package dev.harken.conf;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.attribute.UserPrincipalLookupService;

/** Looks up the user and group of the {@code user} directive. */
final class Accounts {
    private Accounts() {}

    /** Checks the names where the process is root, as only then it can become somebody. */
    static MainConfig.UserGroup read(final Arguments arguments) throws Fault {
        final Word user = arguments.word(1);
        final Word group = arguments.word(arguments.count());
        if (Environment.superuser()) {
            final UserPrincipalLookupService names =
                    FileSystems.getDefault().getUserPrincipalLookupService();
            try {
                names.lookupPrincipalByName(user.text());
            } catch (final IOException _) {
                throw Fault.of("getpwnam(\"" + user.text() + "\") failed", user)
                        .hint("there is no such user: create it, or name another");
            }
            try {
                names.lookupPrincipalByGroupName(group.text());
            } catch (final IOException _) {
                throw Fault.of("getgrnam(\"" + group.text() + "\") failed", group)
                        .hint("there is no such group: name one after the user, such as nogroup");
            }
        } else {
            arguments.warn(
                    user,
                    "the \"user\" directive makes sense only if the master process runs"
                            + " with super-user privileges, ignored",
                    "");
        }
        return new MainConfig.UserGroup(user.text(), group.text());
    }
}
