package dev.harken.linux;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.ref.Reference;
import java.util.Optional;

/**
 * Users and groups as the host's name service knows them: files, LDAP or whatever {@code
 * nsswitch.conf} says. May block on the network; any thread.
 */
public final class Accounts {
    // struct passwd of pwd.h: 48 bytes, pw_name 0, pw_uid 16, pw_gid 20.
    static final long PASSWD_BYTES = 48;
    static final long PW_UID = 16;
    static final long PW_GID = 20;

    // struct group of grp.h: 32 bytes, gr_name 0, gr_gid 16.
    static final long GROUP_BYTES = 32;
    static final long GR_GID = 16;

    private static final long FIRST_BUFFER_BYTES = 4096;
    private static final long LAST_BUFFER_BYTES = 1 << 20;

    private static final MethodHandle GETPWNAM_R = Native.function("getpwnam_r");
    private static final MethodHandle GETGRNAM_R = Native.function("getgrnam_r");
    private static final MethodHandle INITGROUPS = Native.function("initgroups");

    private Accounts() {}

    /**
     * A user.
     *
     * @param uid user id
     * @param gid id of the user's own group
     */
    public record User(int uid, int gid) {}

    /**
     * Looks a user up by name; allocates.
     *
     * <p>{@code int getpwnam_r(const char *name, struct passwd *pwd, char *buf, size_t buflen,
     * struct passwd **result)}; getpwnam(3).
     *
     * @return empty when there is no such user, or the name service fails
     */
    public static Optional<User> user(final String name) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment entry = arena.allocate(PASSWD_BYTES, ADDRESS.byteAlignment());
            return find(GETPWNAM_R, name, entry, arena)
                    ? Optional.of(
                            new User(entry.get(JAVA_INT, PW_UID), entry.get(JAVA_INT, PW_GID)))
                    : Optional.empty();
        }
    }

    /**
     * Looks the id of a group up by name; allocates.
     *
     * <p>{@code int getgrnam_r(const char *name, struct group *grp, char *buf, size_t buflen,
     * struct group **result)}; getgrnam(3).
     *
     * @return empty when there is no such group, or the name service fails
     */
    public static Optional<Integer> groupId(final String name) {
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment entry = arena.allocate(GROUP_BYTES, ADDRESS.byteAlignment());
            return find(GETGRNAM_R, name, entry, arena)
                    ? Optional.of(entry.get(JAVA_INT, GR_GID))
                    : Optional.empty();
        }
    }

    /**
     * Sets the supplementary groups of all threads to those of a user and {@code group}; needs
     * CAP_SETGID.
     *
     * <p>{@code int initgroups(const char *user, gid_t group)}; initgroups(3).
     */
    public static int initgroups(final String user, final int group) {
        final MemorySegment state = Native.state();
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment name = arena.allocateFrom(user);
            return Native.result(
                    (long)
                            INITGROUPS.invokeExact(
                                    state, Native.pointer(name), (long) group, 0L, 0L, 0L, 0L),
                    state);
        } catch (final Throwable thrown) {
            throw Native.unexpected(thrown);
        }
    }

    /** Fills {@code entry} by a function of the getpwnam_r kind, which returns an errno. */
    private static boolean find(
            final MethodHandle function,
            final String name,
            final MemorySegment entry,
            final Arena arena) {
        final MemorySegment key = arena.allocateFrom(name);
        final MemorySegment found = arena.allocate(ADDRESS);
        for (long bytes = FIRST_BUFFER_BYTES; bytes <= LAST_BUFFER_BYTES; bytes *= 4) {
            final MemorySegment strings = arena.allocate(bytes);
            final int error;
            try {
                error =
                        (int)
                                (long)
                                        function.invokeExact(
                                                Native.state(),
                                                Native.pointer(key),
                                                Native.pointer(entry),
                                                Native.pointer(strings),
                                                bytes,
                                                Native.pointer(found),
                                                0L);
            } catch (final Throwable thrown) {
                throw Native.unexpected(thrown);
            } finally {
                Reference.reachabilityFence(strings);
            }
            if (error != Errno.ERANGE) {
                return error == 0 && found.get(ADDRESS, 0).address() != 0;
            }
        }
        return false;
    }
}
