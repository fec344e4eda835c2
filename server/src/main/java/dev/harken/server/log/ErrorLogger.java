package dev.harken.server.log;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.harken.conf.ErrorLog;
import dev.harken.conf.LogLevel;
import dev.harken.linux.Scheduler;

import java.io.IOException;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/**
 * The error log in nginx's line format: {@code 2026/11/30 11:20:26 [error] 42#57: *9 text}.
 *
 * <p>Safe for use by several threads; never blocks.
 */
public final class ErrorLogger {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss");
    private static final long PID = ProcessHandle.current().pid();

    private record Target(LogFile file, LogLevel level) {}

    private final LogWriter writer;
    private final List<Target> targets;
    private final LogLevel mostTalkative;

    private ErrorLogger(final LogWriter writer, final List<Target> targets) {
        this.writer = writer;
        this.targets = targets;
        this.mostTalkative =
                targets.stream().map(Target::level).max(LogLevel::compareTo).orElse(LogLevel.EMERG);
    }

    /**
     * Opens the log's files.
     *
     * @throws IOException when a file can't be opened
     */
    public static ErrorLogger open(final LogWriter writer, final List<ErrorLog> settings)
            throws IOException {
        final List<Target> targets = new ArrayList<>();
        for (final ErrorLog setting : settings) {
            targets.add(new Target(writer.file(LogWriter.name(setting.target())), setting.level()));
        }
        return new ErrorLogger(writer, List.copyOf(targets));
    }

    /** Returns true when a message of {@code level} would be recorded somewhere. */
    public boolean records(final LogLevel level) {
        return level.compareTo(mostTalkative) <= 0;
    }

    /** Records {@code text}, which belongs to no connection. */
    public void log(final LogLevel level, final String text) {
        log(level, 0, text);
    }

    /** Records {@code text} for the connection with that number; 0 means none. */
    public void log(final LogLevel level, final long connection, final String text) {
        if (!records(level)) {
            return;
        }
        final String line =
                TIME.format(LocalDateTime.now(ZoneId.systemDefault()))
                        + " ["
                        + level.text()
                        + "] "
                        + PID
                        + "#"
                        + Scheduler.gettid()
                        + ": "
                        + (connection == 0 ? "" : "*" + connection + " ")
                        + printable(text)
                        + "\n";
        final byte[] bytes = line.getBytes(UTF_8);
        for (final Target target : targets) {
            if (level.compareTo(target.level()) <= 0) {
                target.file().offer(bytes);
            }
        }
        writer.wakeIfIdle();
    }

    /** Keeps one message on one line, whatever a client put into it. */
    private static String printable(final String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) < ' ') {
                return text.replaceAll("[\\x00-\\x1f]", "?");
            }
        }
        return text;
    }
}
