package dev.harken.server.http;

import org.jspecify.annotations.Nullable;

import java.util.Locale;

/** Checks a Host header as nginx does and takes the port and a trailing dot off. */
final class HostName {
    private HostName() {}

    /** Returns the host in lower case without port, or null for one that must be refused. */
    static @Nullable String of(final String header) {
        int end = header.length();
        boolean bracket = false;
        char previous = 0;
        for (int i = 0; i < header.length(); i++) {
            final char c = header.charAt(i);
            if (c == '[' && i == 0) {
                bracket = true;
            } else if (c == ']') {
                bracket = false;
            } else if (c == ':' && !bracket && end == header.length()) {
                end = i;
            } else if ((c == '.' && previous == '.') || c == '/' || c <= ' ' || c == 0x7f) {
                return null;
            }
            previous = c;
        }
        if (end > 0 && header.charAt(end - 1) == '.') {
            end--;
        }
        return end == 0 || bracket ? null : header.substring(0, end).toLowerCase(Locale.ROOT);
    }
}
