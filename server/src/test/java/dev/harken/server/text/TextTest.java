package dev.harken.server.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.conf.LogFormat.Escape;
import dev.harken.conf.Template;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

class TextTest {
    private static final Template TEMPLATE =
            new Template(List.of(new Template.Literal("<"), new Template.Variable("value")));

    private static String render(final Escape escape, final String value) {
        final Text<String> text =
                Text.compile(TEMPLATE, _ -> (subject, out) -> out.append(subject), escape, ">");
        return text.latin1(new TextBuffer(), value);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '`',
            delimiter = '|',
            value = {
                "DEFAULT | plain | <plain>",
                "DEFAULT | a\"b\\c | <a\\x22b\\x5Cc>",
                "DEFAULT | \u00e4\u007f | <\\xE4\\x7F>",
                "JSON | a\"b\\c | <a\\\"b\\\\c>",
                "JSON | \u00e4 | <\u00e4>",
                "NONE | a\"b | <a\"b>",
            })
    void escapesAsLogFormatSays(final Escape escape, final String value, final String expected) {
        assertThat(render(escape, value)).isEqualTo(expected);
    }

    @Test
    void noValueIsAHyphenInLogsAndNothingElsewhere() {
        assertThat(render(Escape.DEFAULT, "")).isEqualTo("<->");
        assertThat(render(Escape.JSON, "")).isEqualTo("<>");
        assertThat(render(Escape.NONE, "")).isEqualTo("<>");
    }

    @Test
    void aValueCannotBreakTheLine() {
        assertThat(render(Escape.DEFAULT, "a\r\nb")).isEqualTo("<a\\x0D\\x0Ab>");
        assertThat(render(Escape.JSON, "a\r\n\u0001")).isEqualTo("<a\\r\\n\\u0001>");
    }

    @Test
    void knowsWhetherItDependsOnTheSubject() {
        final Text<String> constant =
                Text.compile(
                        Template.literal("x"),
                        name -> {
                            throw new AssertionError(name);
                        },
                        Escape.NONE);
        assertThat(constant.isConstant()).isTrue();
        assertThat(constant.constantBytes()).containsExactly('x');
        assertThat(
                        Text.compile(TEMPLATE, _ -> (String s, TextBuffer out) -> {}, Escape.NONE)
                                .isConstant())
                .isFalse();
    }

    @Test
    void anUnknownVariableStopsTheCompilation() {
        assertThatThrownBy(
                        () ->
                                Text.compile(
                                        TEMPLATE,
                                        name -> {
                                            throw new IllegalArgumentException(name);
                                        },
                                        Escape.NONE))
                .hasMessage("value");
    }
}
