package dev.harken.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.harken.linux.Sysctl;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;

@ExtendWith(LeakExtension.class)
final class NamespaceLinuxTest {

    @Test
    void joinsHostsThatReachEachOther() throws Exception {
        try (var client = Namespace.create("client");
                var server = Namespace.create("server")) {
            client.connect("10.77.0.1/24", server, "10.77.0.2/24");
            client.connect("fd77::1/64", server, "fd77::2/64");
            for (final String ip : new String[] {"10.77.0.2", "fd77::2"}) {
                final var address = new InetSocketAddress(ip, 80);
                try (var listener = server.call(() -> ServerSocketChannel.open().bind(address));
                        var socket = client.call(() -> new Socket(ip, 80));
                        var accepted = listener.accept()) {
                    assertThat(accepted.getRemoteAddress())
                            .isEqualTo(socket.getLocalSocketAddress());
                }
            }
        }
    }

    @Test
    void keepsHostsApart() throws Exception {
        try (var alone = Namespace.create("alone")) {
            assertThat(alone.run("ip", "-o", "link").orFail().lines()).hasSize(1);
            alone.sysctl("net.core.somaxconn", "77");

            assertThat(alone.call(() -> Sysctl.readLong("net.core.somaxconn"))).hasValue(77);
            assertThat(Sysctl.readLong("net.core.somaxconn").orElseThrow()).isNotEqualTo(77);
        }
    }

    @Test
    void passesOnWhatTheCodeThrows() {
        try (var host = Namespace.create("throws")) {
            assertThatThrownBy(
                            () ->
                                    host.call(
                                            () -> {
                                                throw new IOException("expected");
                                            }))
                    .isInstanceOf(IOException.class)
                    .hasMessage("expected");
        }
    }

    @Test
    void isGoneAfterClose() {
        final String name;
        try (var host = Namespace.create("gone")) {
            name = host.name();
            assertThat(Processes.run("ip", "netns").orFail().output()).contains(name);
        }
        assertThat(Processes.run("ip", "netns").orFail().output()).doesNotContain(name);
    }
}
