package dev.harken.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.harken.bench.load.Target.Scheme;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TargetTest {

    @Test
    void partsOfAUrlAreRead() {
        assertThat(Target.parse("http://example.test:8080/a/b?c=%20d#part"))
                .isEqualTo(new Target(Scheme.HTTP, "example.test", 8080, "/a/b?c=%20d"));
        assertThat(Target.parse("https://[::1]/"))
                .isEqualTo(new Target(Scheme.HTTPS, "::1", 443, "/"));
        assertThat(Target.parse("localhost:81"))
                .isEqualTo(new Target(Scheme.HTTP, "localhost", 81, "/"));
        assertThat(Target.parse("http://host?q"))
                .isEqualTo(new Target(Scheme.HTTP, "host", 80, "/?q"));
        assertThat(Target.parse("tcp://127.0.0.1:7"))
                .isEqualTo(new Target(Scheme.TCP, "127.0.0.1", 7, "/"));
    }

    @Test
    void theAuthorityHasNoPortWhereItIsTheSchemesOwn() {
        assertThat(Target.parse("https://[::1]:443/").authority()).isEqualTo("[::1]");
        assertThat(Target.parse("http://a:443/").authority()).isEqualTo("a:443");
        assertThat(Target.parse("https://[::1]:8443/x").toString())
                .isEqualTo("https://[::1]:8443/x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "ftp://host/",
                "tcp://host",
                "http:///path",
                "http://user:word@host/",
                "http://host:0/",
                "http://host:65536/",
                "http://ho st/"
            })
    void whatIsNoTargetIsRefused(final String url) {
        assertThatIllegalArgumentException().isThrownBy(() -> Target.parse(url));
    }
}
