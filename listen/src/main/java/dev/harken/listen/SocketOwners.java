package dev.harken.listen;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Which processes hold a socket: one pass over /proc/PID/fd (proc(5)). Processes of other users are
 * seen with CAP_SYS_PTRACE only, processes of other PID namespaces never.
 */
final class SocketOwners {
    private static final String PREFIX = "socket:[";

    private SocketOwners() {}

    /**
     * The holders of each of these sockets, by inode; a socket that nobody visible holds is absent.
     */
    static Map<Long, List<PortHolder.Owner>> find(final Set<Long> inodes) {
        final Map<Long, List<PortHolder.Owner>> owners = new HashMap<>();
        if (inodes.isEmpty()) {
            return owners;
        }
        for (final int pid : pids()) {
            addOwners(pid, inodes, owners);
        }
        return owners;
    }

    private static void addOwners(
            final int pid, final Set<Long> inodes, final Map<Long, List<PortHolder.Owner>> owners) {
        try (DirectoryStream<Path> fds =
                Files.newDirectoryStream(Path.of("/proc/" + pid + "/fd"))) {
            for (final Path fd : fds) {
                final long inode = inode(fd);
                if (inodes.contains(inode)) {
                    owners.computeIfAbsent(inode, _ -> new ArrayList<>()).add(owner(pid, fd));
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return; // the process has ended, or is another user's: it stays unnamed
        }
    }

    private static PortHolder.Owner owner(final int pid, final Path fd) {
        return new PortHolder.Owner(
                pid,
                Integer.parseInt(fd.getFileName().toString()),
                HostSettings.text(Path.of("/proc/" + pid + "/comm")),
                commandLine(pid));
    }

    private static String commandLine(final int pid) {
        return HostSettings.text(Path.of("/proc/" + pid + "/cmdline")).replace('\0', ' ').strip();
    }

    /** The inode behind a link like {@code socket:[4711]}, or -1. */
    static long inode(final Path fd) {
        try {
            final String target = Files.readSymbolicLink(fd).toString();
            return target.startsWith(PREFIX)
                    ? Long.parseLong(target.substring(PREFIX.length(), target.length() - 1))
                    : -1;
        } catch (IOException e) {
            return -1; // closed since the folder was read
        }
    }

    private static List<Integer> pids() {
        try (Stream<Path> entries = Files.list(Path.of("/proc"))) {
            return entries.map(entry -> entry.getFileName().toString())
                    .filter(name -> name.chars().allMatch(c -> c >= '0' && c <= '9'))
                    .map(Integer::valueOf)
                    .sorted(Comparator.naturalOrder())
                    .toList();
        } catch (IOException e) {
            return List.of(); // no /proc: nobody can be named
        }
    }
}
