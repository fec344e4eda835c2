package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.time.Duration;

final class NumbersTest {
    @ParameterizedTest
    @CsvSource({"0,0", "511,511", "9223372036854775807,9223372036854775807"})
    void decimalTakesDigits(final String text, final long value) {
        assertThat(Numbers.decimal(text)).contains(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "+1", "1 ", "0x10", "9223372036854775808", "१"})
    void decimalTakesNothingElse(final String text) {
        assertThat(Numbers.decimal(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"4096,4096", "4k,4096", "4K,4096", "1m,1048576", "1M,1048576"})
    void sizeTakesKilobytesAndMegabytes(final String text, final long bytes) {
        assertThat(Numbers.size(text)).contains(bytes);
        assertThat(Numbers.offset(text)).contains(bytes);
    }

    @Test
    void onlyOffsetTakesGigabytes() {
        assertThat(Numbers.offset("2g")).contains(2L << 30);
        assertThat(Numbers.size("2g")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "k", "4kb", "4 k", "9223372036854775807k", "-4k"})
    void sizeRefusesTheRest(final String text) {
        assertThat(Numbers.offset(text)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "0,0",
        "30,30000",
        "500ms,500",
        "10s,10000",
        "1m30s,90000",
        "1m30,90000",
        "1h 5m,3900000",
        "1d,86400000",
        "1w2d,777600000",
        "1s500ms,1500"
    })
    void timeIsASumOfFallingUnits(final String text, final long millis) {
        assertThat(Numbers.millis(text)).contains(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "s",
                "ms",
                "5x",
                "1s1m",
                "1m1m",
                "1M",
                "1y",
                "1h-1m",
                "99999999999999999999"
            })
    void timeRefusesTheRest(final String text) {
        assertThat(Numbers.millis(text)).isEmpty();
    }

    @Test
    void wholeSecondsKnowMonthsAndYearsButNoMilliseconds() {
        assertThat(Numbers.seconds("1y1M")).contains(Duration.ofDays(395));
        assertThat(Numbers.seconds("1m30")).contains(Duration.ofSeconds(90));
        assertThat(Numbers.seconds("500ms")).isEmpty();
    }

    @Test
    void timeBeyondALongIsRefused() {
        assertThat(Numbers.seconds("9223372036854775807y")).isEmpty();
        assertThat(Numbers.millis("9223372036854775807")).isEmpty();
    }
}
