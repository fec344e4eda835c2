package dev.harken.server.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.harken.conf.LogFormat.Escape;

import java.util.Arrays;

/** Makes a value safe within a log line, as nginx's {@code log_format escape=} does. */
final class LogEscape {
    private static final byte[] HEX = "0123456789ABCDEF".getBytes(US_ASCII);
    private static final byte[] HEX_LOWER = "0123456789abcdef".getBytes(US_ASCII);

    private LogEscape() {}

    /** Rewrites what {@code out} holds from {@code start}; an empty value becomes a hyphen. */
    static void apply(final Escape escape, final TextBuffer out, final int start) {
        final int end = out.length();
        if (end == start) {
            if (escape == Escape.DEFAULT) {
                out.append('-');
            }
            return;
        }
        for (int i = start; i < end; i++) {
            if (special(escape, out.array()[i])) {
                rewrite(escape, out, start);
                return;
            }
        }
    }

    private static boolean special(final Escape escape, final byte value) {
        return value == '"'
                || value == '\\'
                || (value >= 0 && value < ' ')
                || (escape == Escape.DEFAULT && (value < 0 || value == 0x7f));
    }

    private static void rewrite(final Escape escape, final TextBuffer out, final int start) {
        final byte[] plain = Arrays.copyOfRange(out.array(), start, out.length());
        out.truncate(start);
        for (final byte value : plain) {
            if (!special(escape, value)) {
                out.append(value);
            } else if (escape == Escape.JSON) {
                json(out, value);
            } else {
                out.append('\\').append('x');
                out.append(HEX[value >> 4 & 15]).append(HEX[value & 15]);
            }
        }
    }

    private static void json(final TextBuffer out, final byte value) {
        switch (value) {
            case '"', '\\' -> out.append('\\').append(value);
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            default -> {
                out.append("\\u00");
                out.append(HEX_LOWER[value >> 4 & 15]).append(HEX_LOWER[value & 15]);
            }
        }
    }
}
