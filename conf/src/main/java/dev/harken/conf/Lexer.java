package dev.harken.conf;

import java.util.ArrayList;
import java.util.List;

/**
 * Splits a text into statements by the rules of nginx's {@code ngx_conf_read_token()}.
 *
 * <p>An error is reported once and the reading goes on where the next statement starts, except
 * where nothing sensible can follow. One thread.
 */
final class Lexer {
    /** The longest word, as in nginx, whose buffer it must fit. */
    static final int WORD_LIMIT_CHARS = 4096;

    private static final char END = '\uffff';

    private final String file;
    private final String text;
    private final boolean binary;
    private final Diagnostics diagnostics;
    private int offset;
    private int line = 1;
    private int lineStart;
    private boolean stopped;

    Lexer(final String file, final String text, final Diagnostics diagnostics) {
        this.file = file;
        final int nul = text.indexOf('\0');
        this.text = nul < 0 ? text : text.substring(0, nul);
        this.binary = nul >= 0;
        this.diagnostics = diagnostics;
    }

    /** Returns the next statement; {@code END} again and again at the end. */
    Statement next() {
        final List<Word> words = new ArrayList<>();
        boolean broken = false;
        while (true) {
            skipBlanksAndComments();
            if (stopped || atEnd()) {
                return end(words);
            }
            final char c = peek();
            if (c == ';' || c == '{') {
                if (words.isEmpty()) {
                    unexpected(c, "");
                }
                advance();
                if (c == '{') {
                    final boolean unnamed = words.isEmpty();
                    return statement(Statement.Kind.OPEN, words, broken || unnamed);
                }
                if (!words.isEmpty()) {
                    return statement(Statement.Kind.SIMPLE, words, broken);
                }
            } else if (c == '}') {
                if (!words.isEmpty()) {
                    unexpected(c, missingSemicolon(words));
                }
                advance();
                return statement(Statement.Kind.CLOSE, List.of(), false);
            } else {
                readWord(words);
                broken |= continuesAfterQuote(c);
            }
        }
    }

    /** Reports what follows a closing quotation mark without a space; a bracket is let through. */
    private boolean continuesAfterQuote(final char opening) {
        if (!isQuote(opening) || atEnd() || stopped) {
            return false;
        }
        final char c = peek();
        if (isBlank(c) || ";{})".indexOf(c) >= 0) {
            return false;
        }
        unexpected(c, "a space is missing after the quotation mark");
        return true;
    }

    private void readWord(final List<Word> words) {
        final int startLine = line;
        final int startColumn = column();
        final char quote = peek();
        final boolean quoted = isQuote(quote);
        if (quoted) {
            advance();
        }
        final int start = offset;
        while (!atEnd()) {
            if (offset - start >= WORD_LIMIT_CHARS) {
                tooLong(start, new Position(file, startLine, startColumn));
                return;
            }
            if (quoted ? peek() == quote : endsWord(start)) {
                break;
            }
            if (peek() == '\\') {
                advance();
            }
            advance();
        }
        final String raw = text.substring(start, offset);
        words.add(new Word(unescape(raw), startLine, startColumn));
        if (quoted) {
            advance();
        }
    }

    private boolean endsWord(final int start) {
        final char c = peek();
        if (c == '{') {
            return !followsDollar(start);
        }
        return isBlank(c) || c == ';';
    }

    /** An opening brace straight after a dollar sign starts a variable's name, not a block. */
    private boolean followsDollar(final int start) {
        int at = offset - 1;
        while (at > start && text.charAt(at) == '{') {
            at--;
        }
        return at >= start && text.charAt(at) == '$' && !isEscaped(start, at);
    }

    private boolean isEscaped(final int start, final int at) {
        int backslashCount = 0;
        while (at - backslashCount > start && text.charAt(at - backslashCount - 1) == '\\') {
            backslashCount++;
        }
        return backslashCount % 2 == 1;
    }

    private static String unescape(final String raw) {
        if (raw.indexOf('\\') < 0) {
            return raw;
        }
        final StringBuilder result = new StringBuilder(raw.length());
        int i = 0;
        while (i < raw.length()) {
            final char c = raw.charAt(i++);
            final char next = i < raw.length() ? raw.charAt(i) : END;
            if (c != '\\' || "\"'\\trn".indexOf(next) < 0) {
                result.append(c);
                continue;
            }
            i++;
            switch (next) {
                case 't' -> result.append('\t');
                case 'r' -> result.append('\r');
                case 'n' -> result.append('\n');
                default -> result.append(next);
            }
        }
        return result.toString();
    }

    private void skipBlanksAndComments() {
        while (!atEnd()) {
            final char c = peek();
            if (c == '#') {
                while (!atEnd() && peek() != '\n') {
                    advance();
                }
            } else if (isBlank(c)) {
                advance();
            } else {
                return;
            }
        }
    }

    private static boolean isBlank(final char c) {
        return c == ' ' || c == '\t' || c == '\r' || c == '\n';
    }

    private static boolean isQuote(final char c) {
        return c == '"' || c == '\'';
    }

    private void tooLong(final int start, final Position position) {
        stopped = true;
        final char before = start == 0 ? ' ' : text.charAt(start - 1);
        diagnostics.error(
                isQuote(before)
                        ? "too long parameter, probably missing terminating \""
                                + before
                                + "\" character"
                        : "too long parameter \""
                                + text.substring(start, start + 10)
                                + "...\" started",
                position,
                "a word has fewer than " + WORD_LIMIT_CHARS + " characters");
    }

    private Statement end(final List<Word> words) {
        if (binary && !stopped) {
            diagnostics.error("unexpected NUL byte", here(), "this is no text file");
        } else if (!words.isEmpty() && !stopped) {
            final boolean parameter = Position.COMMAND_LINE.equals(file);
            diagnostics.error(
                    parameter
                            ? "unexpected end of parameter, expecting \";\""
                            : "unexpected end of file, expecting \";\" or \"}\"",
                    here(),
                    missingSemicolon(words));
        }
        final boolean broken = stopped || binary || !words.isEmpty();
        stopped = true;
        offset = text.length();
        return statement(Statement.Kind.END, List.of(), broken);
    }

    private static String missingSemicolon(final List<Word> words) {
        final Word first = words.getFirst();
        return "the directive \"" + first.text() + "\" at line " + first.line() + " has no end";
    }

    private void unexpected(final char c, final String hint) {
        diagnostics.error("unexpected \"" + c + "\"", here(), hint);
    }

    private Statement statement(
            final Statement.Kind kind, final List<Word> words, final boolean broken) {
        return new Statement(
                kind, List.copyOf(words), file, line, Math.max(1, column() - 1), broken);
    }

    private Position here() {
        return new Position(file, line, column());
    }

    private int column() {
        return offset - lineStart + 1;
    }

    private boolean atEnd() {
        return offset >= text.length();
    }

    private char peek() {
        return atEnd() ? END : text.charAt(offset);
    }

    private void advance() {
        if (atEnd()) {
            return;
        }
        if (text.charAt(offset) == '\n') {
            line++;
            lineStart = offset + 1;
        }
        offset++;
    }
}
