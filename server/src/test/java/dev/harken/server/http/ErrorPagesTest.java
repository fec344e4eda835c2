package dev.harken.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ErrorPagesTest {
    @Test
    void tenThousandServersHaveOneSetOfPages() {
        final ErrorPages pages = ErrorPages.of("harken/1");

        assertThat(ErrorPages.of("harken/1")).isSameAs(pages);
        assertThat(ErrorPages.of("harken")).isNotSameAs(pages);
        assertThat(pages.page(404)).isSameAs(pages.page(404));
    }
}
