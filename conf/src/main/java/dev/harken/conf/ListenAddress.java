package dev.harken.conf;

import java.net.Inet6Address;
import java.net.InetAddress;

/** An address of a {@code listen} line, resolved. */
public sealed interface ListenAddress {
    /** Returns nginx's form: {@code 0.0.0.0:80}, {@code [::1]:80}, {@code unix:/path}. */
    String text();

    /** Returns whether this is {@code 0.0.0.0} or {@code ::}. */
    boolean isWildcard();

    /**
     * An internet address and port.
     *
     * @param address version 4 or 6
     * @param port 1..65535
     */
    record Inet(InetAddress address, int port) implements ListenAddress {
        @Override
        public String text() {
            return address instanceof Inet6Address six
                    ? "[" + AddressText.of(six) + "]:" + port
                    : address.getHostAddress() + ":" + port;
        }

        @Override
        public boolean isWildcard() {
            return address.isAnyLocalAddress();
        }
    }

    /**
     * A Unix domain socket.
     *
     * @param path path in the file system
     */
    record Unix(String path) implements ListenAddress {
        @Override
        public String text() {
            return "unix:" + path;
        }

        @Override
        public boolean isWildcard() {
            return false;
        }
    }
}
