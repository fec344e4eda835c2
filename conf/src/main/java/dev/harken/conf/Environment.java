package dev.harken.conf;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What the values of a configuration depend on besides its text.
 *
 * @param prefix where relative paths start
 * @param confPrefix where relative includes and certificates start
 * @param errorLog the error log where none is configured
 * @param resolver finds the addresses of host names
 */
record Environment(Path prefix, Path confPrefix, LogTarget errorLog, Resolver resolver) {
    /** Finds the addresses of a host name. */
    @FunctionalInterface
    interface Resolver {
        InetAddress[] resolve(String host) throws UnknownHostException;
    }

    /** Returns a path as nginx completes it. */
    Path path(final String text) {
        return prefix.resolve(text);
    }

    /** Returns a path as nginx completes those of includes and certificates. */
    Path confPath(final String text) {
        return confPrefix.resolve(text);
    }

    /** Returns the name of this host in lower case, {@code localhost} if it has none. */
    static String hostname() {
        try {
            final Path kernel = Path.of("/proc/sys/kernel/hostname");
            final String name =
                    Files.isReadable(kernel)
                            ? Files.readString(kernel).strip()
                            : InetAddress.getLocalHost().getHostName();
            return name.toLowerCase(Locale.ROOT);
        } catch (final UnknownHostException _) {
            return "localhost";
        } catch (final IOException _) {
            return "localhost";
        }
    }

    /** Returns whether this process runs as root, by the owner of its entry in /proc. */
    static boolean superuser() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (final IOException | UnsupportedOperationException _) {
            return false;
        }
    }
}
