package dev.harken.server.lifecycle;

import dev.harken.conf.MainConfig.UserGroup;
import dev.harken.linux.Accounts;

import java.io.IOException;
import java.util.Optional;

/**
 * Whom the process becomes when it gives up root.
 *
 * @param user name of the user
 * @param uid its id
 * @param gid id of the group
 */
public record Account(String user, int uid, int gid) {
    /** Who nobody in particular is. */
    private static final String NOBODY = "nobody";

    /**
     * Looks up the {@code user} directive; where there is none, as with nginx, nobody. May block on
     * the name service.
     *
     * @throws IOException when there is no such user or group
     */
    public static Account of(final Optional<UserGroup> directive) throws IOException {
        final String name = directive.map(UserGroup::user).orElse(NOBODY);
        final Accounts.User user =
                Accounts.user(name)
                        .orElseThrow(
                                () ->
                                        new IOException(
                                                "getpwnam(\""
                                                        + name
                                                        + "\") failed: no such user; create it or"
                                                        + " name another in the \"user\""
                                                        + " directive"));
        if (directive.isEmpty()) {
            return new Account(name, user.uid(), user.gid());
        }
        final String group = directive.get().group();
        final Optional<Integer> gid = Accounts.groupId(group);
        if (gid.isEmpty() && !group.equals(name)) {
            throw new IOException(
                    "getgrnam(\""
                            + group
                            + "\") failed: no such group; create it or name another in the"
                            + " \"user\" directive");
        }
        // Not every user has a group of its own name: nobody's is nogroup on Debian.
        return new Account(name, user.uid(), gid.orElse(user.gid()));
    }
}
