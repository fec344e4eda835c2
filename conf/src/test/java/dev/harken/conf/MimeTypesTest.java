package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class MimeTypesTest {
    @Test
    void looksAtTheLastExtensionOfTheLastSegment() {
        assertThat(MimeTypes.DEFAULT.of("/a/b.tar.HTML")).contains("text/html");
        assertThat(MimeTypes.DEFAULT.of("/a.html/b")).isEmpty();
        assertThat(MimeTypes.DEFAULT.of("/a/b")).isEmpty();
        assertThat(MimeTypes.DEFAULT.of("b.unknown")).isEmpty();
    }
}
