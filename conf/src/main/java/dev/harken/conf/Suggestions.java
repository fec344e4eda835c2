package dev.harken.conf;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Finds what was probably meant by a mistyped name. */
final class Suggestions {
    private static final int LONGEST_CHARS = 64;

    private Suggestions() {}

    /** Returns the candidate nearest to a name, if it is near enough to be what was meant. */
    static Optional<String> nearest(final String name, final Collection<String> candidates) {
        if (name.length() > LONGEST_CHARS) {
            return Optional.empty();
        }
        final int limit = name.length() <= 4 ? 1 : name.length() <= 8 ? 2 : 3;
        return candidates.stream()
                .filter(candidate -> Math.abs(candidate.length() - name.length()) <= limit)
                .min(
                        Comparator.comparingInt((String candidate) -> distance(name, candidate))
                                .thenComparing(Comparator.naturalOrder()))
                .filter(candidate -> distance(name, candidate) <= limit);
    }

    /** Counts insertions, deletions, replacements and swaps of neighbours. */
    static int distance(final String a, final String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            last[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            final int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                final int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                row[j] = Math.min(Math.min(row[j - 1], last[j]) + 1, last[j - 1] + cost);
                if (i > 1
                        && j > 1
                        && a.charAt(i - 1) == b.charAt(j - 2)
                        && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
                }
            }
            beforeLast = last;
            last = row;
        }
        return last[b.length()];
    }
}
