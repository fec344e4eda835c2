package dev.harken.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.server.http.ByteRanges.Range;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class ByteRangesTest {
    private static final long SIZE = 100;

    @ParameterizedTest
    @CsvSource({
        "bytes=0-9, 0, 9",
        "bytes=90-, 90, 99",
        "bytes=-5, 95, 99",
        "bytes=-500, 0, 99",
        "bytes=50-500, 50, 99",
        "BYTES= 1 - 2 , 1, 2",
        "'bytes=200-300,7-8', 7, 8",
    })
    void readsOneRange(final String header, final long first, final long last) {
        assertThat(ByteRanges.parse(header, SIZE))
                .isEqualTo(new ByteRanges.Some(List.of(new Range(first, last))));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bytes=100-",
                "bytes=9-8",
                "bytes=-",
                "bytes=",
                "bytes=a-b",
                "bytes=1-2-3",
                "bytes=1",
                "bytes=-0",
                "bytes=0-99999999999999999999",
            })
    void refusesWhatTheFileDoesNotHaveOrNobodyCanRead(final String header) {
        assertThat(ByteRanges.parse(header, SIZE)).isEqualTo(new ByteRanges.Unsatisfiable());
    }

    @Test
    void anotherUnitIsTheWholeFile() {
        assertThat(ByteRanges.parse("lines=1-2", SIZE)).isEqualTo(ByteRanges.WHOLE);
        assertThat(ByteRanges.parse(null, SIZE)).isEqualTo(ByteRanges.WHOLE);
    }

    @Test
    void overlappingRangesCannotMultiplyTheFile() {
        assertThat(ByteRanges.parse("bytes=0-,0-,0-,0-", SIZE)).isEqualTo(ByteRanges.WHOLE);
    }
}
