package dev.harken.cli;

import dev.harken.conf.Diagnostic;
import dev.harken.conf.ErrorLog;
import dev.harken.conf.LogLevel;
import dev.harken.conf.LogTarget;
import dev.harken.conf.Severity;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Messages of the start, before the server's own error log is open: on standard error for the
 * person who types, and in the error log for the one who looks later. Main thread.
 */
final class StartLog {
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyy/MM/dd HH:mm:ss");

    private static final Pattern LINE_END = Pattern.compile("\\n\\s*");

    private final Program program;
    private List<ErrorLog> logs;

    /** What was told last: a bind that is tried five times says the same five times. */
    private String last = "";

    /**
     * Creates a log.
     *
     * @param program whose name the messages start with
     * @param target where they go besides standard error
     */
    StartLog(final Program program, final LogTarget target) {
        this.program = program;
        this.logs = List.of(new ErrorLog(target, LogLevel.NOTICE));
    }

    /** Sends further messages to the logs that the configuration names. */
    void use(final List<ErrorLog> configured) {
        logs = configured;
    }

    /** Writes {@code harken: text} for the person alone. */
    void tell(final String text) {
        System.err.println(program.name() + ": " + text);
    }

    /**
     * Writes a message.
     *
     * @param level how grave it is; below a warning it is for the error log alone
     * @param text may have several lines: the first says what, the others explain
     */
    void log(final LogLevel level, final String text) {
        if (level.compareTo(LogLevel.WARN) <= 0 && !text.equals(last)) {
            last = text;
            tell("[" + level.text() + "] " + LINE_END.matcher(text).replaceAll("\n    "));
        }
        final ProcessHandle self = ProcessHandle.current();
        final String line =
                "%s [%s] %d#%d: %s\n"
                        .formatted(
                                TIME.format(LocalDateTime.now(ZoneId.systemDefault())),
                                level.text(),
                                self.pid(),
                                self.pid(),
                                oneLine(text));
        for (final ErrorLog log : logs) {
            if (log.target() instanceof LogTarget.File(final Path path)
                    && level.compareTo(log.level()) <= 0) {
                append(path, line);
            }
        }
    }

    /** Returns a message of several lines as one, for a log. */
    static String oneLine(final String text) {
        return LINE_END.matcher(text).replaceAll("; ");
    }

    /** Writes a diagnostic of the configuration. */
    void log(final Diagnostic diagnostic) {
        log(level(diagnostic), text(diagnostic));
    }

    /** Returns the level that a diagnostic has in a log. */
    static LogLevel level(final Diagnostic diagnostic) {
        return diagnostic.severity() == Severity.EMERG ? LogLevel.EMERG : LogLevel.WARN;
    }

    /** Returns a diagnostic without its level: what is wrong and where, and below it the hint. */
    static String text(final Diagnostic diagnostic) {
        final String place = diagnostic.position().map(at -> " in " + at.text()).orElse("");
        final String hint = diagnostic.hint().isEmpty() ? "" : "\n" + diagnostic.hint();
        return diagnostic.message() + place + hint;
    }

    private void append(final Path path, final String line) {
        try {
            Files.writeString(path, line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (final IOException failure) {
            tell(
                    "[alert] could not open error log file: "
                            + Failures.text("open()", path, failure));
        }
    }
}
