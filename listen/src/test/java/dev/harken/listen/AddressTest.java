package dev.harken.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.SplittableRandom;

class AddressTest {
    @ParameterizedTest
    @CsvSource({
        "127.0.0.1:80, 127.0.0.1:80",
        "*:80, 0.0.0.0:80",
        ":80, [::]:80",
        "[::]:0, [::]:0",
        "[::1]:65535, [::1]:65535",
        "[2001:db8:0:0:1:0:0:1]:80, [2001:db8::1:0:0:1]:80",
        "[2001:db8:0:1:1:1:1:1]:80, [2001:db8:0:1:1:1:1:1]:80",
        "[FE80:0:0:0:0:0:0:A]:80, [fe80::a]:80",
        "[1:2:3:4:5:6:7:0]:80, [1:2:3:4:5:6:7:0]:80",
        "[1:2:3:4:5:6:0:0]:80, [1:2:3:4:5:6::]:80",
        "localhost:80, 127.0.0.1:80",
    })
    void internetAddressesAreParsedAndWritten(final String text, final String expected) {
        assertThat(ListenAddress.parseInet(text)).hasToString(expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "80",
                "127.0.0.1",
                "127.0.0.1:",
                "127.0.0.1:65536",
                "127.0.0.1:-1",
                "127.0.0.1:+1",
                "127.0.0.1:080000",
                "127.0.0.1:٣",
                "::1:80",
                "[::1]",
                "[::1:80",
                "::1]:80",
                "nobody.invalid:80",
            })
    void malformedInternetAddressesAreRefusedWithTheText(final String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ListenAddress.parseInet(text))
                .withMessageContaining(text);
    }

    @Test
    void everyIpv6AddressReadsBackAsItself() throws UnknownHostException {
        final SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 10_000; i++) {
            final byte[] bytes = new byte[16];
            for (int group = 0; group < 8; group++) {
                if (random.nextBoolean()) {
                    bytes[2 * group] = (byte) random.nextInt();
                    bytes[2 * group + 1] = (byte) random.nextInt();
                }
            }
            final InetAddress host = InetAddress.getByAddress(bytes);
            final ListenAddress.Inet address = new ListenAddress.Inet(host, i % 0x10000);
            assertThat(ListenAddress.parseInet(address.toString())).isEqualTo(address);
        }
    }

    @Test
    void unixAddressesArePathsOrAbstractNames() {
        assertThat(ListenAddress.parseUnix("/run/a.sock"))
                .isInstanceOf(ListenAddress.UnixPath.class)
                .hasToString("unix:/run/a.sock");
        assertThat(ListenAddress.parseUnix("unix:/run/a.sock"))
                .isEqualTo(ListenAddress.parseUnix("/run/a.sock"));
        assertThat(ListenAddress.parseUnix("@web"))
                .isEqualTo(new ListenAddress.UnixAbstract("web"))
                .hasToString("unix:@web");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "@", "unix:", "@a\0b"})
    void emptyAndNulUnixNamesAreRefused(final String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> ListenAddress.parseUnix(text));
    }

    @Test
    void unixNamesAreLimitedInBytesNotCharacters() {
        final String longest = "/" + "a".repeat(106);
        assertThat(ListenAddress.parseUnix(longest)).hasToString("unix:" + longest);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ListenAddress.parseUnix(longest + "a"))
                .withMessageContaining("108 bytes (expected: 1 to 107)");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ListenAddress.parseUnix("/" + "é".repeat(54)))
                .withMessageContaining("109 bytes");
    }

    @Test
    void addressesSpeakTheLanguageOfTheJdk() {
        assertThat(ListenAddress.parseInet("[::1]:80").socketAddress())
                .isEqualTo(new InetSocketAddress("::1", 80));
        assertThat(ListenAddress.parseUnix("/run/a.sock").socketAddress())
                .hasToString("/run/a.sock");
        assertThatThrownBy(() -> ListenAddress.parseUnix("@a").socketAddress())
                .isInstanceOf(UnsupportedOperationException.class);
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () ->
                                ListenAddress.Inet.of(
                                        InetSocketAddress.createUnresolved("example", 80)))
                .withMessageContaining("unresolved");
    }
}
