package dev.harken.listen;

/** Whether a value that was written is in force. */
sealed interface Verdict {
    /** The kernel reports what was asked for. */
    Verdict EXACT = new InForce("");

    /**
     * In force.
     *
     * @param note how the kernel changed the value; empty if it did not
     */
    record InForce(String note) implements Verdict {}

    /**
     * Not in force.
     *
     * @param reason why
     * @param remedy what to do
     */
    record NotInForce(String reason, String remedy) implements Verdict {}
}
