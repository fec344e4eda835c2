package dev.harken.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.handler.codec.http.DefaultHttpHeaders;
import io.netty.handler.codec.http.HttpHeaders;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.time.Instant;

class ValidatorsTest {
    private static final String DATE = "Sun, 06 Nov 1994 08:49:37 GMT";
    private static final String EARLIER = "Sun, 06 Nov 1994 08:49:36 GMT";
    private static final String LATER = "Sun, 06 Nov 1994 08:49:38 GMT";
    private final Validators validators =
            new Validators("\"tag\"", Instant.ofEpochSecond(784_111_777));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "if-modified-since | " + DATE + " | 304",
                "if-modified-since | " + LATER + " | 0",
                "if-modified-since | " + EARLIER + " | 0",
                "if-modified-since | rubbish | 0",
                "if-none-match | \"tag\" | 304",
                "if-none-match | W/\"tag\" | 304",
                "if-none-match | \"x\", \"tag\" | 304",
                "if-none-match | * | 304",
                "if-none-match | \"x\" | 0",
                "if-unmodified-since | " + EARLIER + " | 412",
                "if-unmodified-since | " + DATE + " | 0",
                "if-match | \"x\" | 412",
                "if-match | W/\"tag\" | 412",
                "if-match | \"tag\" | 0",
                "accept | */* | 0",
            })
    void decides(final String header, final String value, final int status) {
        final HttpHeaders headers = new DefaultHttpHeaders().set(header, value);
        assertThat(validators.evaluate(headers)).isEqualTo(status);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"tag\" | true",
                "\"x\" | false",
                DATE + " | true",
                LATER + " | false",
            })
    void rangeCountsOnlyForTheSameState(final String condition, final boolean allowed) {
        final HttpHeaders headers = new DefaultHttpHeaders().set("if-range", condition);
        assertThat(validators.allowRange(headers)).isEqualTo(allowed);
    }
}
