package dev.harken.linux;

/** What trying an optional ability of the host has shown. Immutable; any thread. */
public sealed interface Probe {

    /** It works here. */
    record Supported() implements Probe {}

    /**
     * It does not work here.
     *
     * @param reason what was tried and what came back
     * @param fix what an operator can do about it; empty when nothing helps
     */
    record Unsupported(String reason, String fix) implements Probe {}

    /**
     * Trying was not possible, so nothing is known.
     *
     * @param reason what stood in the way
     */
    record Unknown(String reason) implements Probe {}

    /** It works here. */
    static Probe supported() {
        return new Supported();
    }

    /** It does not work here; see {@link Unsupported}. */
    static Probe unsupported(final String reason, final String fix) {
        return new Unsupported(reason, fix);
    }

    /** Nothing is known; see {@link Unknown}. */
    static Probe unknown(final String reason) {
        return new Unknown(reason);
    }

    /** Whether it is known to work. */
    default boolean isSupported() {
        return this instanceof Supported;
    }

    /** One line for a person: the outcome, its reason and the fix if there is one. */
    default String describe() {
        return switch (this) {
            case Supported() -> "supported";
            case Unsupported(final String reason, final String fix) when fix.isEmpty() ->
                    "unsupported: " + reason;
            case Unsupported(final String reason, final String fix) ->
                    "unsupported: " + reason + "; " + fix;
            case Unknown(final String reason) -> "unknown: " + reason;
        };
    }
}
