package dev.harken.listen;

import dev.harken.linux.Sysctl;

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

    /** A sysctl's number, or empty where it can't be read. */
    static OptionalLong sysctl(final String name) {
        return Sysctl.readLong(name);
    }

    /** A sysctl's words, one space between them; "unknown" where it can't be read. */
    static String words(final String name) {
        return Sysctl.read(name).orElse("unknown").replaceAll("\\s+", " ");
    }

    /** Whether the CPU exists and is online. */
    static boolean cpuOnline(final int cpu) {
        final Path directory = Path.of("/sys/devices/system/cpu/cpu" + cpu);
        if (!Files.isDirectory(directory)) {
            return false;
        }
        // CPU 0 often has no such file: it can't be taken offline.
        return !text(directory.resolve("online")).equals("0");
    }

    /** The text of a small file of /proc or /sys without surrounding space; empty on any error. */
    static String text(final Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
