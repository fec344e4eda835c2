package dev.harken.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostNameTest {

    @ParameterizedTest
    @CsvSource({
        "Example.ORG, example.org",
        "example.org:8080, example.org",
        "example.org., example.org",
        "[::1]:80, [::1]",
        "[::1], [::1]",
        "10.0.0.1:, 10.0.0.1",
    })
    void takesThePortOffAndLowersTheCase(final String header, final String host) {
        assertThat(HostName.of(header)).isEqualTo(host);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":80", ".", "a..b", "a/b", "a b", "a\u0001", "[::1"})
    void refusesWhatNginxRefuses(final String header) {
        assertThat(HostName.of(header)).isNull();
    }
}
