package dev.harken.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.conf.ErrorLog;
import dev.harken.conf.LogLevel;
import dev.harken.conf.LogTarget;
import dev.harken.server.text.TextBuffer;
import dev.harken.testkit.Await;
import dev.harken.testkit.LeakExtension;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

class LogWriterLinuxTest {
    @RegisterExtension final LeakExtension leaks = new LeakExtension();
    @TempDir Path folder;

    private static TextBuffer line(final String text) {
        return new TextBuffer().append(text).append('\n');
    }

    @Test
    void linesArriveWithoutAnotherCall() throws IOException {
        final Path file = folder.resolve("access.log");
        try (LogWriter writer = new LogWriter()) {
            final AccessLogger log = AccessLogger.open(writer, new LogTarget.File(file), 2);
            log.append(0, line("one"));
            Await.until("the line is in the file", () -> Files.readString(file).equals("one\n"));
            log.append(1, line("two"));
            Await.until("so is the next", () -> Files.readAllLines(file).contains("two"));
        }
    }

    @Test
    void closingWritesWhatWaits() throws IOException {
        final Path file = folder.resolve("access.log");
        try (LogWriter writer = new LogWriter()) {
            final AccessLogger log = AccessLogger.open(writer, new LogTarget.File(file), 1);
            for (int i = 0; i < 1000; i++) {
                log.append(0, line("x"));
            }
        }
        assertThat(file).hasContent("x\n".repeat(1000));
    }

    @Test
    void reopeningFollowsTheNameAfterARotation() throws IOException {
        final Path file = folder.resolve("access.log");
        final Path rotated = folder.resolve("access.log.1");
        try (LogWriter writer = new LogWriter()) {
            final AccessLogger log = AccessLogger.open(writer, new LogTarget.File(file), 1);
            log.append(0, line("before"));
            Files.move(file, rotated);
            writer.reopen();
            log.append(0, line("after"));
        }
        assertThat(rotated).hasContent("before\n");
        assertThat(file).hasContent("after\n");
    }

    @Test
    void aFullDiskIsReportedOnceAndKeepsNoLogFromItsNewFile() throws IOException {
        final Path file = folder.resolve("error.log");
        Files.createSymbolicLink(file, Path.of("/dev/full"));
        final List<String> reports = new CopyOnWriteArrayList<>();
        final Logger logger = Logger.getLogger(LogWriter.class.getName());
        final Handler handler = new Recorder(reports);
        logger.addHandler(handler);
        try (LogWriter writer = new LogWriter()) {
            final ErrorLogger log =
                    ErrorLogger.open(
                            writer, List.of(new ErrorLog(new LogTarget.File(file), LogLevel.WARN)));
            for (int i = 0; i < 3; i++) {
                log.log(LogLevel.WARN, "lost");
                writer.reopen();
            }
            Files.delete(file);
            writer.reopen();
            log.log(LogLevel.WARN, "kept");
        } finally {
            logger.removeHandler(handler);
        }
        assertThat(reports).singleElement().asString().contains(file.toString());
        assertThat(file).content().endsWith(": kept\n");
    }

    @Test
    void errorLogHasTheLineFormatAndLevelsOfNginx() throws IOException {
        final Path file = folder.resolve("error.log");
        final LogTarget target = new LogTarget.File(file);
        try (LogWriter writer = new LogWriter()) {
            final ErrorLogger log =
                    ErrorLogger.open(writer, List.of(new ErrorLog(target, LogLevel.WARN)));
            log.log(LogLevel.NOTICE, "not this");
            log.log(LogLevel.WARN, "this");
            log.log(LogLevel.ERROR, 7, "and\nthis");
            assertThat(log.records(LogLevel.NOTICE)).isFalse();
        }
        assertThat(Files.readAllLines(file))
                .satisfiesExactly(
                        first ->
                                assertThat(first)
                                        .matches(
                                                "\\d{4}/\\d\\d/\\d\\d \\d\\d:\\d\\d:\\d\\d"
                                                        + " \\[warn\\] \\d+#\\d+: this"),
                        second -> assertThat(second).endsWith(": *7 and?this"));
    }

    /** Keeps the texts of what is logged. */
    private static final class Recorder extends Handler {
        private final List<String> texts;

        Recorder(final List<String> texts) {
            this.texts = texts;
        }

        @Override
        public void publish(final LogRecord logged) {
            texts.add(logged.getMessage());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
