package dev.harken.listen;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;

/** Settings of this host, as the calling thread's network namespace has them. */
final class HostSettings {
    static final String SOMAXCONN = "net.core.somaxconn";
    static final String TCP_FASTOPEN = "net.ipv4.tcp_fastopen";
    static final String UNPRIVILEGED_PORT_START = "net.ipv4.ip_unprivileged_port_start";

    private HostSettings() {}

    /** A sysctl's first number, or empty where it can't be read. */
    static OptionalLong sysctl(final String name) {
        return number(Path.of("/proc/sys", name.split("\\.")));
    }

    /** A sysctl's text; empty where it can't be read. */
    static String words(final String name) {
        return text(Path.of("/proc/sys", name.split("\\.")));
    }

    /** Whether the CPU exists and is online. */
    static boolean cpuOnline(final int cpu) {
        final Path directory = Path.of("/sys/devices/system/cpu/cpu" + cpu);
        if (!Files.isDirectory(directory)) {
            return false;
        }
        // CPU 0 often has no such file: it can't be taken offline.
        return number(directory.resolve("online")).orElse(1) == 1;
    }

    /** The text of a small file of /proc or /sys without surrounding space; empty on any error. */
    static String text(final Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }

    private static OptionalLong number(final Path file) {
        final String first = text(file).split("\\s", 2)[0];
        try {
            return OptionalLong.of(Long.parseLong(first));
        } catch (NumberFormatException e) {
            return OptionalLong.empty();
        }
    }
}
