package dev.harken.conf;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Opens the files of a configuration, keeps them for the dump and guards against endless ones. */
final class Sources {
    private static final int DEPTH_LIMIT = 64;
    private static final int FILE_LIMIT_COUNT = 10_000;
    private static final long SIZE_LIMIT_BYTES = 16L << 20;

    private final Map<String, SourceFile> read = new LinkedHashMap<>();
    private final Deque<String> open = new ArrayDeque<>();
    private int openedCount;

    /** Reads a file and makes it the innermost open one. */
    SourceFile open(final String name) throws Fault {
        final String file = realName(name);
        if (open.contains(file)) {
            throw Fault.of("\"" + name + "\" includes itself")
                    .hint("by way of " + String.join(" -> ", open.reversed()) + " -> " + file);
        }
        if (open.size() >= DEPTH_LIMIT || openedCount >= FILE_LIMIT_COUNT) {
            throw Fault.of("too many included files, \"" + name + "\" not opened")
                    .hint(
                            "at most %d within each other and %d in all"
                                    .formatted(DEPTH_LIMIT, FILE_LIMIT_COUNT));
        }
        openedCount++;
        final SourceFile source = new SourceFile(name, content(name));
        open.push(file);
        read.putIfAbsent(name, source);
        return source;
    }

    /** Returns the one name of a file, or what it was called where there is no such file. */
    private static String realName(final String name) {
        try {
            return Path.of(name).toRealPath().toString();
        } catch (final IOException _) {
            return name;
        }
    }

    /** Closes the innermost open file. */
    void close() {
        open.pop();
    }

    /** Returns every file that was read, each once. */
    List<SourceFile> files() {
        return List.copyOf(read.values());
    }

    private static String content(final String name) throws Fault {
        try {
            final Path path = Path.of(name);
            if (Files.isDirectory(path)) {
                throw Fault.of("pread() \"" + name + "\" failed (21: Is a directory)");
            }
            if (Files.exists(path) && !Files.isRegularFile(path)) {
                return ""; // A device or pipe has no size, so nginx reads nothing from it, either.
            }
            if (Files.size(path) > SIZE_LIMIT_BYTES) {
                throw Fault.of("\"" + name + "\" is too large")
                        .hint("a configuration file has at most " + SIZE_LIMIT_BYTES + " bytes");
            }
            return decode(Files.readAllBytes(path));
        } catch (final IOException e) {
            throw Fault.of("open() \"" + name + "\" failed (" + reason(e) + ")");
        }
    }

    /** Takes UTF-8, and where a file is not that, one character per byte. */
    private static String decode(final byte[] bytes) {
        try {
            return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (final CharacterCodingException _) {
            return new String(bytes, StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns number and text of the errno behind an exception of the JDK. */
    static String reason(final IOException e) {
        if (e instanceof NoSuchFileException) {
            return "2: No such file or directory";
        }
        if (e instanceof AccessDeniedException) {
            return "13: Permission denied";
        }
        final String text =
                e instanceof FileSystemException failure && failure.getReason() != null
                        ? failure.getReason()
                        : String.valueOf(e.getMessage());
        return switch (text) {
            case "Not a directory" -> "20: " + text;
            case "Too many open files" -> "24: " + text;
            case "File name too long" -> "36: " + text;
            case "Too many levels of symbolic links",
                    "Too many levels of symbolic links or unable"
                            + " to access attributes of symbolic link" ->
                    "40: " + text;
            default -> text;
        };
    }
}
