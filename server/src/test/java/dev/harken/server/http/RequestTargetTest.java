package dev.harken.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTest {

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/a/b, /a/b",
        "/a//b, /a/b",
        "/a/./b, /a/b",
        "/a/../b, /b",
        "/a/b/.., /a/",
        "/a/., /a/",
        "/a%2fb, /a/b",
        "/%61, /a",
        "/a/%2e%2e/b, /b",
        "/.hidden, /.hidden",
        "/..x/y, /..x/y",
        "/a/...//b, /a/.../b",
        "/a%3Fb, /a?b",
        "/a+b, /a+b",
    })
    void normalisesThePath(final String target, final String path) {
        assertThat(RequestTarget.parse(target)).isNotNull();
        assertThat(RequestTarget.parse(target).path()).isEqualTo(path);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "a",
                "*",
                "example.org:80",
                "/..",
                "/../etc/passwd",
                "/a/../../b",
                "/%2e%2e/b",
                "/%2e%2e%2fb",
                "/a%",
                "/a%2",
                "/a%zz",
                "/a%00",
                "/a b",
                "/a\tb",
                "/a\u007f",
                "http:///path",
                "1http://x/",
            })
    void refusesWhatLeavesTheRootOrCannotBeRead(final String target) {
        assertThat(RequestTarget.parse(target)).isNull();
    }

    @Test
    void splitsArgumentsAndDropsTheFragment() {
        final RequestTarget target = RequestTarget.parse("/p?a=1&b=%20?c#frag");
        assertThat(target.path()).isEqualTo("/p");
        assertThat(target.args()).isEqualTo("a=1&b=%20?c");
    }

    @Test
    void tellsNoArgumentsFromEmptyOnes() {
        assertThat(RequestTarget.parse("/p").args()).isNull();
        assertThat(RequestTarget.parse("/p?").args()).isEmpty();
    }

    @Test
    void argumentsAreNotNormalised() {
        assertThat(RequestTarget.parse("/p?x=//../%2e").args()).isEqualTo("x=//../%2e");
    }

    @ParameterizedTest
    @CsvSource({
        "http://h/p?q, h, /p",
        "http://h:81, h:81, /",
        "HTTPS://h?q, h, /",
    })
    void readsTheAbsoluteForm(final String target, final String authority, final String path) {
        assertThat(RequestTarget.parse(target).authority()).isEqualTo(authority);
        assertThat(RequestTarget.parse(target).path()).isEqualTo(path);
    }
}
