package dev.harken.server.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;

class LogRingTest {
    private final LogRing ring = new LogRing(16);

    private boolean offer(final String line) {
        final byte[] bytes = line.getBytes(US_ASCII);
        return ring.offer(bytes, bytes.length) >= 0;
    }

    private String drain() throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        ring.drainTo(Channels.newChannel(out));
        return out.toString(US_ASCII);
    }

    @Test
    void linesComeOutInOrderAcrossTheEdge() throws IOException {
        for (int i = 0; i < 20; i++) {
            assertThat(offer("line" + i + "\n")).isTrue();
            assertThat(drain()).isEqualTo("line" + i + "\n");
        }
    }

    @Test
    void aLineThatDoesNotFitIsDroppedWholeAndCounted() throws IOException {
        assertThat(offer("0123456789\n")).isTrue();
        assertThat(offer("abcdef\n")).isFalse();
        assertThat(offer("abc\n")).isTrue();
        assertThat(ring.dropped()).isEqualTo(1);
        assertThat(drain()).isEqualTo("0123456789\nabc\n");
        assertThat(offer("0123456789abcde\n")).isTrue();
    }

    @Test
    void oneProducerAndOneConsumerLoseNothing() throws Exception {
        final int lineCount = 100_000;
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        final LogRing shared = new LogRing(1 << 10);
        final Thread producer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    for (int i = 0; i < lineCount; i++) {
                                        final byte[] line = (i + "\n").getBytes(US_ASCII);
                                        while (shared.offer(line, line.length) < 0) {
                                            Thread.onSpinWait();
                                        }
                                    }
                                    shared.retire();
                                });
        while (!shared.retired()) {
            shared.drainTo(Channels.newChannel(out));
        }
        producer.join();
        shared.drainTo(Channels.newChannel(out));
        final String[] lines = out.toString(US_ASCII).split("\n");
        assertThat(lines).hasSize(lineCount);
        for (int i = 0; i < lineCount; i++) {
            assertThat(lines[i]).isEqualTo(Integer.toString(i));
        }
    }

    @Test
    void whatAFullDiskStillTookIsNotWrittenAgain() throws IOException {
        final LogRing full = new LogRing(64);
        full.offer("one\ntwo\n".getBytes(US_ASCII), 8);
        final StringBuilder disk = new StringBuilder();
        final WritableByteChannel first = new SmallDisk(disk, 5);
        assertThatThrownBy(() -> full.drainTo(first)).hasMessage("No space left on device");
        full.drainTo(new SmallDisk(disk, 100));
        assertThat(disk).hasToString("one\ntwo\n");
    }

    /** Takes so many bytes and no more. */
    private static final class SmallDisk implements WritableByteChannel {
        private final StringBuilder content;
        private int room;

        SmallDisk(final StringBuilder content, final int room) {
            this.content = content;
            this.room = room;
        }

        @Override
        public int write(final ByteBuffer bytes) throws IOException {
            final byte[] taken = new byte[Math.min(room, bytes.remaining())];
            if (taken.length == 0) {
                throw new IOException("No space left on device");
            }
            bytes.get(taken);
            content.append(new String(taken, US_ASCII));
            room -= taken.length;
            return taken.length;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }
}
