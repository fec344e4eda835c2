package dev.harken.conf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;

final class AddressTextTest {
    @ParameterizedTest
    @CsvSource({
        "::, ::",
        "::1, ::1",
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:0db8:0:1:0:1:0:1, 2001:db8:0:1:0:1:0:1",
        "fe80:0:0:0:0:0:0:0, fe80::",
        "1:2:3:4:5:6:7:8, 1:2:3:4:5:6:7:8",
    })
    void isTheShortestForm(final String address, final String text) throws UnknownHostException {
        assertThat(AddressText.of((Inet6Address) InetAddress.getByName(address))).isEqualTo(text);
    }
}
