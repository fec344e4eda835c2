package dev.harken.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.harken.linux.Credentials;
import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.Ip;
import dev.harken.linux.Sockets;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.lang.foreign.MemorySegment;

@ExtendWith(LeakExtension.class)
final class UnprivilegedLinuxTest {

    @Test
    void codeHasNoCapabilitiesWhileTheProcessKeepsIts() throws Exception {
        Require.root();
        final int socket = Sockets.socket(Sockets.AF_INET, Sockets.SOCK_STREAM, 0);
        try {
            assertThat(Unprivileged.call(() -> beTransparent(socket))).isEqualTo(-Errno.EPERM);
            assertThat(beTransparent(socket)).isZero();
        } finally {
            Descriptors.close(socket);
        }
    }

    @Test
    void codeIsAnotherUserWhileTheProcessStaysItself() throws Exception {
        final int before = Credentials.geteuid();
        assertThat(Credentials.getgroups(0, MemorySegment.NULL)).isNotNegative();

        assertThat(Unprivileged.callAs(Unprivileged.NOBODY, Credentials::geteuid))
                .isEqualTo(Unprivileged.NOBODY);

        assertThat(Credentials.geteuid()).isEqualTo(before);
    }

    private static int beTransparent(final int socket) {
        return Sockets.setInt(socket, Sockets.IPPROTO_IP, Ip.IP_TRANSPARENT, 1);
    }
}
