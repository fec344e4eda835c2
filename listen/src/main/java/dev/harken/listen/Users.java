package dev.harken.listen;

import java.nio.file.Path;

/** Names of users, for messages. */
final class Users {
    private static final int NAME = 0;
    private static final int UID = 2;

    private Users() {}

    /** The name in /etc/passwd, or the number for a user without one. */
    static String name(final int uid) {
        final String number = Integer.toString(uid);
        return HostSettings.text(Path.of("/etc/passwd"))
                .lines()
                .map(line -> line.split(":", -1))
                .filter(fields -> fields.length > UID && fields[UID].equals(number))
                .map(fields -> fields[NAME])
                .findFirst()
                .orElse(number);
    }
}
