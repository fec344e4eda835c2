package dev.harken.cli;

import dev.harken.linux.Errno;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Failures of file operations in nginx's words. */
final class Failures {
    private Failures() {}

    /** Returns {@code open() "FILE" failed (2: No such file or directory)}. */
    static String text(final String call, final Path path, final IOException failure) {
        return call + " \"" + path + "\" failed (" + reason(failure) + ")";
    }

    /** Returns the number of an error and what the C library calls it. */
    static String reason(final int errno) {
        final String words = Errno.describe(errno);
        return errno + ": " + Character.toUpperCase(words.charAt(0)) + words.substring(1);
    }

    private static String reason(final IOException failure) {
        return switch (failure) {
            case NoSuchFileException _ -> reason(Errno.ENOENT);
            case AccessDeniedException _ -> reason(Errno.EACCES);
            case FileSystemException system when system.getReason() != null -> system.getReason();
            default -> String.valueOf(failure.getMessage());
        };
    }
}
