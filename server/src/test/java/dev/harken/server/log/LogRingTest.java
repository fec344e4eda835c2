package dev.harken.server.log;

import static org.assertj.core.api.Assertions.assertThat;

import static java.nio.charset.StandardCharsets.US_ASCII;

import org.junit.jupiter.api.Test;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;

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
}
