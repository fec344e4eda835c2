package dev.harken.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Kernel parameters; proc_sys(5). Those below {@code net.} are of the calling thread's network
 * namespace. Any thread; allocates.
 */
public final class Sysctl {

    private Sysctl() {}

    /**
     * Reads a parameter.
     *
     * @param name with dots, such as {@code net.core.somaxconn}
     * @return empty when the kernel lacks it or it may not be read
     */
    public static Optional<String> read(final String name) {
        try {
            return Optional.of(Files.readString(path(name)).strip());
        } catch (final IOException absent) {
            return Optional.empty();
        }
    }

    /** Reads a parameter that is one number; empty when it is absent or something else. */
    public static OptionalLong readLong(final String name) {
        final Optional<String> value = read(name);
        try {
            return value.isEmpty()
                    ? OptionalLong.empty()
                    : OptionalLong.of(Long.parseLong(value.get()));
        } catch (final NumberFormatException other) {
            return OptionalLong.empty();
        }
    }

    private static Path path(final String name) {
        return Path.of("/proc/sys", name.replace('.', '/'));
    }
}
