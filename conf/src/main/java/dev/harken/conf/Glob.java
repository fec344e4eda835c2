package dev.harken.conf;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds the files of a pattern by the rules of glob(3): {@code *}, {@code ?} and {@code [a-z]}
 * within one segment of the path, names that start with a dot only where the pattern has the dot,
 * sorted by code point.
 */
final class Glob {
    private Glob() {}

    static boolean isPattern(final String path) {
        return path.chars().anyMatch(c -> c == '*' || c == '?' || c == '[');
    }

    /** Returns the existing paths that fit an absolute pattern. */
    static List<Path> expand(final Path pattern) throws IOException {
        List<Path> found = List.of(Path.of("/"));
        for (final Path segment : pattern) {
            final List<Path> next = new ArrayList<>();
            for (final Path directory : found) {
                addMatches(directory, segment.toString(), next);
            }
            found = next;
        }
        return found;
    }

    private static void addMatches(final Path directory, final String segment, final List<Path> to)
            throws IOException {
        if (!isPattern(segment)) {
            final Path path = directory.resolve(segment);
            if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                to.add(path);
            }
            return;
        }
        if (!Files.isDirectory(directory)) {
            return;
        }
        final List<Path> matches = new ArrayList<>();
        try (DirectoryStream<Path> names = Files.newDirectoryStream(directory)) {
            for (final Path path : names) {
                if (matches(segment, path.getFileName().toString())) {
                    matches.add(path);
                }
            }
        } catch (final AccessDeniedException _) {
            // As glob(3): a directory that can't be read has no matches.
            return;
        }
        matches.sort(null);
        to.addAll(matches);
    }

    /** Returns whether a name fits a pattern of one segment. */
    static boolean matches(final String pattern, final String name) {
        if (name.startsWith(".") && !pattern.startsWith(".")) {
            return false;
        }
        int p = 0;
        int n = 0;
        int starPattern = -1;
        int starName = 0;
        while (n < name.length()) {
            final int after = p < pattern.length() ? step(pattern, p, name.charAt(n)) : -1;
            if (p < pattern.length() && pattern.charAt(p) == '*') {
                starPattern = p++;
                starName = n;
            } else if (after >= 0) {
                p = after;
                n++;
            } else if (starPattern >= 0) {
                p = starPattern + 1;
                n = ++starName;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }

    /** Returns where the pattern goes on if it takes a character, or -1. */
    private static int step(final String pattern, final int at, final char c) {
        final char wanted = pattern.charAt(at);
        final int close = wanted == '[' ? closingBracket(pattern, at) : -1;
        if (close > 0) {
            return inBrackets(pattern.substring(at + 1, close), c) ? close + 1 : -1;
        }
        return wanted == '?' || wanted == c ? at + 1 : -1;
    }

    private static int closingBracket(final String pattern, final int open) {
        int first = open + 1;
        if (first < pattern.length() && "!^".indexOf(pattern.charAt(first)) >= 0) {
            first++;
        }
        return pattern.indexOf(']', first + 1);
    }

    private static boolean inBrackets(final String set, final char c) {
        final boolean negated = "!^".indexOf(set.charAt(0)) >= 0;
        boolean found = false;
        for (int i = negated ? 1 : 0; i < set.length(); i++) {
            if (i + 2 < set.length() && set.charAt(i + 1) == '-') {
                found |= set.charAt(i) <= c && c <= set.charAt(i + 2);
                i += 2;
            } else {
                found |= set.charAt(i) == c;
            }
        }
        return found != negated;
    }
}
