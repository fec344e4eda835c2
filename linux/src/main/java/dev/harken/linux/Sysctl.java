package dev.harken.linux;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Kernel parameters; proc_sys(5). Those below {@code net.} are of the calling thread's network
 * namespace. Any thread; allocates.
 */
public final class Sysctl {

    private static final int MAXIMUM_BYTES = 4096;

    private Sysctl() {}

    /**
     * Reads a parameter.
     *
     * @param name with dots, such as {@code net.core.somaxconn}
     * @return empty when the kernel lacks it or it may not be read
     */
    public static Optional<String> read(final String name) {
        final byte[] buffer = new byte[MAXIMUM_BYTES];
        // In one read: the kernel answers the first alone, and Files.readString begins with one
        // byte.
        try (FileInputStream file = new FileInputStream(path(name))) {
            final int length = Math.max(0, file.read(buffer));
            return Optional.of(new String(buffer, 0, length, StandardCharsets.UTF_8).strip());
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

    private static String path(final String name) {
        return "/proc/sys/" + name.replace('.', '/');
    }
}
