package dev.harken.server.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/**
 * A growable run of bytes in which response text and log lines are composed without garbage.
 *
 * <p>Strings are taken as ISO-8859-1, one byte per character, because that is how request bytes
 * become strings here: what a client sent comes out as it came in. Not safe for concurrent use.
 */
public final class TextBuffer {
    private static final int INITIAL_BYTES = 256;
    private static final int MAX_LONG_DIGITS = 20;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;

    /** Forgets the content and keeps the memory. */
    public void clear() {
        length = 0;
    }

    /** Returns the number of bytes composed so far. */
    public int length() {
        return length;
    }

    /** Returns the backing array, valid up to {@link #length()} and until the next append. */
    public byte[] array() {
        return bytes;
    }

    /** Appends one byte. */
    public TextBuffer append(final byte value) {
        reserve(1);
        bytes[length++] = value;
        return this;
    }

    /** Appends the low byte of one character. */
    public TextBuffer append(final char value) {
        return append((byte) value);
    }

    /** Appends all bytes of {@code source}. */
    public TextBuffer append(final byte[] source) {
        return append(source, 0, source.length);
    }

    /** Appends {@code count} bytes of {@code source} from {@code offset}. */
    public TextBuffer append(final byte[] source, final int offset, final int count) {
        reserve(count);
        System.arraycopy(source, offset, bytes, length, count);
        length += count;
        return this;
    }

    /** Appends the low bytes of all characters of {@code text}. */
    @SuppressWarnings("deprecation") // the one conversion that the JVM does as a plain copy
    public TextBuffer append(final String text) {
        final int count = text.length();
        reserve(count);
        text.getBytes(0, count, bytes, length);
        length += count;
        return this;
    }

    /** Appends {@code text} in UTF-8: for text that comes from a file name or a configuration. */
    public TextBuffer appendUtf8(final String text) {
        return append(text.getBytes(UTF_8));
    }

    /** Appends the decimal digits of {@code value}. */
    public TextBuffer append(final long value) {
        if (value < 0) {
            return append(Long.toString(value));
        }
        reserve(MAX_LONG_DIGITS);
        int digits = 1;
        for (long rest = value; rest >= 10; rest /= 10) {
            digits++;
        }
        long rest = value;
        for (int at = length + digits - 1; at >= length; at--) {
            bytes[at] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        length += digits;
        return this;
    }

    /** Appends nanoseconds as seconds with three decimals, nginx's form of a duration. */
    public TextBuffer appendSeconds(final long nanos) {
        final long millis = Math.max(0, nanos) / 1_000_000;
        append(millis / 1000).append((byte) '.');
        final long fraction = millis % 1000;
        return append((byte) ('0' + fraction / 100))
                .append((byte) ('0' + fraction / 10 % 10))
                .append((byte) ('0' + fraction % 10));
    }

    /** Returns a copy of the content. */
    public byte[] toByteArray() {
        return Arrays.copyOf(bytes, length);
    }

    /** Shortens the content to {@code newLength} bytes. */
    public void truncate(final int newLength) {
        length = Math.min(length, newLength);
    }

    @Override
    public String toString() {
        return new String(bytes, 0, length, ISO_8859_1);
    }

    private void reserve(final int count) {
        if (bytes.length - length < count) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + count));
        }
    }
}
