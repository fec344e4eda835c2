package dev.harken.testkit;

import java.util.Random;
import java.util.function.Consumer;

/**
 * A property checked on many random cases. Each case has its own seed, so that one failing case can
 * be run alone: the failure names it, and {@code -Dharken.tests.seed=SEED} repeats it.
 */
public final class RandomCases {
    private static final String SEED = "harken.tests.seed";

    private RandomCases() {}

    /**
     * Runs the property once per case, on the calling thread.
     *
     * @param tries number of cases, ≥ 1; one when a seed is given
     * @throws AssertionError of the first case that fails, with its seed; its cause is what the
     *     property threw
     */
    public static void check(final int tries, final Consumer<Random> property) {
        final Long given = Long.getLong(SEED);
        final Random seeds = new Random();
        for (int i = 0; i < (given == null ? tries : 1); i++) {
            final long seed = given == null ? seeds.nextLong() : given;
            try {
                property.accept(new Random(seed));
            } catch (final RuntimeException | Error e) {
                throw new AssertionError(
                        "case " + i + " failed, repeat with -D" + SEED + "=" + seed + ": " + e, e);
            }
        }
    }

    /** A text of up to {@code longest} characters (UTF-16), each one of {@code alphabet}. */
    public static String text(final Random random, final String alphabet, final int longest) {
        final StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(longest + 1); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
