package dev.harken.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.conf.ServerName;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.regex.Pattern;

class VirtualHostsTest {
    private final VirtualHosts<String> hosts = new VirtualHosts<>("default");

    @BeforeEach
    void addNames() {
        hosts.add(new ServerName.Regex("~^r\\d", Pattern.compile("^r\\d")), "regex");
        hosts.add(new ServerName.TrailingWildcard("www.*", "www."), "trailing");
        hosts.add(new ServerName.TrailingWildcard("www.long.*", "www.long."), "longTrailing");
        hosts.add(new ServerName.LeadingWildcard("*.org", ".org", false), "leading");
        hosts.add(new ServerName.LeadingWildcard("*.deep.org", ".deep.org", false), "deep");
        hosts.add(new ServerName.LeadingWildcard(".both.net", ".both.net", true), "both");
        hosts.add(new ServerName.Exact("www.exact.org"), "exact");
    }

    @ParameterizedTest
    @CsvSource({
        "www.exact.org, exact",
        "www.other.org, leading",
        "a.deep.org, deep",
        "a.b.deep.org, deep",
        "deep.org, leading",
        "org, default",
        "both.net, both",
        "x.both.net, both",
        "www.x, trailing",
        "www.long.x.y, longTrailing",
        "r2d2, regex",
        "unknown, default",
    })
    void findsInTheOrderOfNginx(final String host, final String server) {
        assertThat(hosts.find(host)).isEqualTo(server);
    }

    @Test
    void noHostIsTheDefaultServerUnlessTheEmptyNameIsTaken() {
        assertThat(hosts.find("")).isEqualTo("default");
        hosts.add(new ServerName.Exact(""), "nameless");
        assertThat(hosts.find("")).isEqualTo("nameless");
    }

    @Test
    void theFirstOfTwoEqualNamesWins() {
        hosts.add(new ServerName.Exact("www.exact.org"), "second");
        assertThat(hosts.find("www.exact.org")).isEqualTo("exact");
    }
}
