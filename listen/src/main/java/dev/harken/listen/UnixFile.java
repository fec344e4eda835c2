package dev.harken.listen;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.SockAddr;
import dev.harken.linux.Sockets;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The file of a Unix socket, known by its inode: another process may have put its own in its place.
 *
 * @param path where it was made
 * @param device the file system's number
 * @param inode the file's number
 */
record UnixFile(Path path, long device, long inode) {
    private static final int SOCKET_MODE = 0xC000; // S_IFSOCK
    private static final int TYPE_MASK = 0xF000; // S_IFMT

    /** The socket file at a path; empty if there is none. */
    static Optional<UnixFile> of(final Path path) {
        try {
            final long mode = attribute(path, "mode");
            if ((mode & TYPE_MASK) != SOCKET_MODE) {
                return Optional.empty();
            }
            return Optional.of(
                    new UnixFile(
                            path.toAbsolutePath(), attribute(path, "dev"), attribute(path, "ino")));
        } catch (IOException e) {
            return Optional.empty(); // no such file
        }
    }

    /**
     * Whether the socket file is left over: connect(2) finds nobody who listens, and no socket has
     * the name that may be about to.
     */
    static boolean stale(final Path path) {
        return of(path).isPresent() && connect(path) == -Errno.ECONNREFUSED && !held(path);
    }

    /** Removes a socket file that nobody listens on; false if it is in use or no socket. */
    static boolean removeStale(final Path path) {
        final Optional<UnixFile> found = of(path);
        if (found.isEmpty() || !stale(path)) {
            return false;
        }
        return found.get().unlink();
    }

    /** Removes the file if it is still this one. */
    boolean unlink() {
        try {
            return of(path).equals(Optional.of(this)) && Files.deleteIfExists(path);
        } catch (IOException e) {
            return false; // the directory is gone or not ours any more: nothing of ours is left
        }
    }

    private static boolean held(final Path path) {
        try {
            final ListenAddress address = new ListenAddress.UnixPath(path);
            return !PortInspector.holders(Protocol.UNIX, address).isEmpty();
        } catch (SocketException e) {
            return false; // without sock_diag the refused connection decides
        }
    }

    private static long attribute(final Path path, final String name) throws IOException {
        final Object value = Files.getAttribute(path, "unix:" + name, LinkOption.NOFOLLOW_LINKS);
        return value instanceof Number number ? number.longValue() : -1;
    }

    private static int connect(final Path path) {
        final int fd =
                Sockets.socket(
                        Sockets.AF_UNIX,
                        Sockets.SOCK_STREAM | Sockets.SOCK_NONBLOCK | Sockets.SOCK_CLOEXEC,
                        0);
        if (fd < 0) {
            return fd;
        }
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment address = arena.allocate(SockAddr.SIZE, Long.BYTES);
            final int length = SockAddr.putUnixPath(address, path.toString());
            return Sockets.connect(fd, address, length);
        } finally {
            Descriptors.close(fd);
        }
    }
}
