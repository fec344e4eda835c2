package dev.harken.server.text;

import io.netty.util.NetUtil;

import org.jspecify.annotations.Nullable;

import java.net.InetSocketAddress;
import java.net.SocketAddress;

/** Socket addresses as variables and logs show them. Any thread. */
public final class Addresses {
    private Addresses() {}

    /**
     * Returns the address without its port, IPv6 as in RFC 5952; {@code unix:} where it has none.
     */
    public static String host(final @Nullable SocketAddress address) {
        return address instanceof InetSocketAddress inet
                ? NetUtil.toAddressString(inet.getAddress())
                : "unix:";
    }

    /** Returns the port, or 0. */
    public static int port(final @Nullable SocketAddress address) {
        return address instanceof InetSocketAddress inet ? inet.getPort() : 0;
    }
}
