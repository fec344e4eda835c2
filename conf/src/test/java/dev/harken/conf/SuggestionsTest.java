package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.List;

final class SuggestionsTest {
    private static final List<String> NAMES = List.of("listen", "server_name", "return", "root");

    @Test
    void findsSwappedMissingAndWrongLetters() {
        assertThat(Suggestions.nearest("lsiten", NAMES)).contains("listen");
        assertThat(Suggestions.nearest("server-name", NAMES)).contains("server_name");
        assertThat(Suggestions.nearest("rot", NAMES)).contains("root");
    }

    @Test
    void leavesAloneWhatIsFarFromAll() {
        assertThat(Suggestions.nearest("fastcgi", NAMES)).isEmpty();
        assertThat(Suggestions.nearest("x", NAMES)).isEmpty();
        assertThat(Suggestions.nearest("listen".repeat(1000), NAMES)).isEmpty();
    }

    @Test
    void countsASwapOnce() {
        assertThat(Suggestions.distance("ab", "ba")).isEqualTo(1);
        assertThat(Suggestions.distance("", "abc")).isEqualTo(3);
        assertThat(Suggestions.distance("kitten", "sitting")).isEqualTo(3);
    }
}
