package dev.harken.server.http;

import org.jspecify.annotations.Nullable;

/**
 * A request target taken apart: nginx's rules for decoding, slashes, dots and the absolute form
 * (RFC 9112 section 3.2).
 *
 * @param path decoded and normalised path, starting with a slash; one character per byte
 * @param args what follows the question mark, undecoded; null without one
 * @param authority host and port of an absolute form; null for the origin form
 */
record RequestTarget(String path, @Nullable String args, @Nullable String authority) {

    /** Returns the parts, or null for a target that must be answered with 400. */
    static @Nullable RequestTarget parse(final String target) {
        if (target.startsWith("/")) {
            return parse(target, 0, null);
        }
        final int colon = target.indexOf("://");
        if (colon <= 0 || !isScheme(target, colon)) {
            return null;
        }
        final int start = colon + 3;
        int end = start;
        while (end < target.length() && "/?#".indexOf(target.charAt(end)) < 0) {
            end++;
        }
        if (end == start) {
            return null;
        }
        final String authority = target.substring(start, end);
        if (end < target.length() && target.charAt(end) == '/') {
            return parse(target, end, authority);
        }
        return parse("/" + target.substring(end), 0, authority);
    }

    private static boolean isScheme(final String target, final int end) {
        for (int i = 0; i < end; i++) {
            final char c = target.charAt(i);
            final boolean letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
            final boolean later = (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
            if (!letter && (i == 0 || !later)) {
                return false;
            }
        }
        return true;
    }

    private static @Nullable RequestTarget parse(
            final String target, final int start, final @Nullable String authority) {
        boolean plain = true;
        int end = target.length();
        int question = -1;
        char previous = 0;
        for (int i = start; i < target.length(); i++) {
            final char c = target.charAt(i);
            if (c <= ' ' || c == 0x7f) {
                return null;
            }
            if (c == '#') {
                end = i;
                break;
            }
            if (question < 0) {
                if (c == '?') {
                    question = i;
                } else if (c == '%' || (previous == '/' && (c == '/' || c == '.'))) {
                    plain = false;
                }
            }
            previous = c;
        }
        final int pathEnd = question < 0 ? end : question;
        final String raw = target.substring(start, pathEnd);
        final String path = plain ? raw : normalise(raw);
        if (path == null) {
            return null;
        }
        return new RequestTarget(
                path, question < 0 ? null : target.substring(question + 1, end), authority);
    }

    /** Decodes, merges slashes and resolves dot segments; null when that can't be done. */
    private static @Nullable String normalise(final String raw) {
        final StringBuilder out = new StringBuilder(raw.length());
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c == '%') {
                if (i + 2 >= raw.length()) {
                    return null;
                }
                final int high = Character.digit(raw.charAt(i + 1), 16);
                final int low = Character.digit(raw.charAt(i + 2), 16);
                if (high < 0 || low < 0 || high + low == 0) {
                    return null;
                }
                c = (char) (high << 4 | low);
                i += 2;
            }
            if (c == '/' && !closeSegment(out)) {
                return null;
            }
            if (c != '/' || out.isEmpty() || out.charAt(out.length() - 1) != '/') {
                out.append(c);
            }
        }
        return closeSegment(out) ? out.toString() : null;
    }

    /** Resolves a last segment of one or two dots; false when that would leave the root. */
    private static boolean closeSegment(final StringBuilder out) {
        final int slash = out.lastIndexOf("/");
        if (slash < 0) {
            return true;
        }
        final int length = out.length() - slash - 1;
        if (length == 1 && out.charAt(slash + 1) == '.') {
            out.setLength(slash + 1);
        } else if (length == 2 && out.charAt(slash + 1) == '.' && out.charAt(slash + 2) == '.') {
            if (slash == 0) {
                return false;
            }
            out.setLength(out.lastIndexOf("/", slash - 1) + 1);
        }
        return true;
    }
}
