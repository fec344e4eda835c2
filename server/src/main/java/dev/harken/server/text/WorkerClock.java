package dev.harken.server.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** The wall clock in the forms that responses and logs need, made once a second. Worker thread. */
public final class WorkerClock {
    /** The form of dates in HTTP (RFC 9110 section 5.6.7). */
    public static final DateTimeFormatter HTTP_DATE =
            DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
                    .withZone(ZoneOffset.UTC);

    private static final DateTimeFormatter LOCAL =
            DateTimeFormatter.ofPattern("dd/MMM/yyyy:HH:mm:ss Z", Locale.ROOT);
    private static final DateTimeFormatter ISO =
            DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ssxxx", Locale.ROOT);

    private long second = -1;
    private long holdsUntilNanos;
    private byte[] dateLine = {};
    private String date = "";
    private byte[] local = {};
    private byte[] iso8601 = {};

    /** Makes a clock that shows the present time. */
    public WorkerClock() {
        read(System.nanoTime());
    }

    /**
     * Brings the clock up to date and returns the second since the epoch. The wall clock is read
     * once a second; in between the caller's reading of the other clock tells that time stands.
     *
     * @param nowNanos {@link System#nanoTime()}, read a moment ago
     */
    public long refresh(final long nowNanos) {
        if (nowNanos - holdsUntilNanos >= 0) {
            read(nowNanos);
        }
        return second;
    }

    /** Returns the {@code Date} header line as of the last refresh. */
    public byte[] dateLine() {
        return dateLine;
    }

    /** Returns the value of that line. */
    public String date() {
        return date;
    }

    /** Returns {@code $time_local}. */
    public byte[] local() {
        return local;
    }

    /** Returns {@code $time_iso8601}. */
    public byte[] iso8601() {
        return iso8601;
    }

    private void read(final long nowNanos) {
        final long millis = System.currentTimeMillis();
        holdsUntilNanos = nowNanos + (1000 - millis % 1000) * 1_000_000;
        if (millis / 1000 != second) {
            second = millis / 1000;
            format(second);
        }
    }

    private void format(final long now) {
        final ZonedDateTime time = Instant.ofEpochSecond(now).atZone(ZoneId.systemDefault());
        date = HTTP_DATE.format(time);
        dateLine = ("Date: " + date + "\r\n").getBytes(US_ASCII);
        local = LOCAL.format(time).getBytes(US_ASCII);
        iso8601 = ISO.format(time).getBytes(US_ASCII);
    }
}
