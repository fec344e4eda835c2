package dev.harken.server.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextBufferTest {

    @ParameterizedTest
    @ValueSource(longs = {0, 7, 10, 99, 100, 1234567890123L, Long.MAX_VALUE, -1, Long.MIN_VALUE})
    void writesNumbersAsTheJdkDoes(final long value) {
        assertThat(new TextBuffer().append(value).toString()).isEqualTo(Long.toString(value));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, 257, 100_000})
    void growsToWhatIsAppended(final int length) {
        final String text = "x".repeat(length);
        assertThat(new TextBuffer().append("a").append(text).append('b').toString())
                .isEqualTo("a" + text + "b");
    }

    @Test
    void keepsTheBytesOfLatin1Text() {
        assertThat(new TextBuffer().append("\u00e4\u00ff").toByteArray())
                .containsExactly(0xe4, 0xff);
    }

    @Test
    void writesDurationsAsNginxDoes() {
        assertThat(new TextBuffer().appendSeconds(1_234_567_890L).toString()).isEqualTo("1.234");
        assertThat(new TextBuffer().appendSeconds(7_000_000L).toString()).isEqualTo("0.007");
        assertThat(new TextBuffer().appendSeconds(-5).toString()).isEqualTo("0.000");
    }
}
