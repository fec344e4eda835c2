package dev.harken.listen;

import java.util.Optional;

/**
 * One option of one socket: asked for, and as the kernel reports it.
 *
 * @param option which option
 * @param shard the socket's place in the group, from 0
 * @param asked what was asked for; empty if nothing was
 * @param effective what the kernel reports; empty if it has no such option or does not tell
 * @param status whether what was asked for is in force
 * @param note how and why the two differ; empty if they do not
 */
public record OptionReport(
        Option option,
        int shard,
        Optional<OptionValue> asked,
        Optional<OptionValue> effective,
        Status status,
        String note) {

    /** Whether what was asked for is in force. */
    public enum Status {
        /** Nothing was asked for; the kernel's value or ours. */
        DEFAULT,
        /** In force as asked for. */
        EXACT,
        /** In force, in the kernel's rounding or bookkeeping. */
        ADJUSTED,
        /** Not in force; the option was marked optional. */
        REFUSED
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder(option.label()).append(' ');
        asked.ifPresent(value -> text.append("asked ").append(value).append(", "));
        text.append("effective ").append(effective.map(Object::toString).orElse("unreadable"));
        if (!note.isEmpty()) {
            text.append(" (").append(note).append(')');
        }
        return text.toString();
    }
}
