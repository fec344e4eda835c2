package dev.harken.listen;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/** Where a socket listens: an IP address and port, a Unix path, or an abstract Unix name. */
public sealed interface ListenAddress {
    /** The most bytes of a Unix path or abstract name; {@code sun_path} is 108 bytes (unix(7)). */
    int MAX_UNIX_NAME_BYTES = 107;

    /**
     * Parses an internet address.
     *
     * <p>Forms: {@code 127.0.0.1:80}, {@code [::1]:80}, {@code [fe80::1%eth0]:80}, {@code *:80}
     * (every IPv4 address, as nginx means it), {@code :80} (every address, IPv6 and IPv4 in one
     * socket, as Go means it), {@code name:80} (the first IPv4 address of the name, else its first
     * address). Port 0 lets the kernel choose. A name blocks until it is resolved; nothing else
     * does.
     *
     * @throws IllegalArgumentException if the text has none of these forms or the name is unknown
     */
    static Inet parseInet(final String text) {
        return AddressParser.parseInet(text);
    }

    /**
     * Parses a Unix address: {@code /path}, {@code relative/path} or {@code @abstract}; a leading
     * {@code unix:} is allowed.
     *
     * @throws IllegalArgumentException if the name is empty or longer than {@link
     *     #MAX_UNIX_NAME_BYTES} bytes
     */
    static ListenAddress parseUnix(final String text) {
        return AddressParser.parseUnix(text);
    }

    /**
     * The address as the JDK names it.
     *
     * @throws UnsupportedOperationException for an abstract name, which the JDK can't express
     */
    SocketAddress socketAddress();

    /**
     * An IP address and port.
     *
     * @param host the address to listen on; a wildcard means every address
     * @param port 0 to 65535; 0 lets the kernel choose
     */
    record Inet(InetAddress host, int port) implements ListenAddress {
        static final int MAX_PORT = 65_535;

        /** Checks the port. */
        public Inet {
            Objects.requireNonNull(host, "host");
            if (port < 0 || port > MAX_PORT) {
                throw new IllegalArgumentException("port: " + port + " (expected: 0 to 65535)");
            }
        }

        /**
         * The same address in our form.
         *
         * @throws IllegalArgumentException if the address is unresolved
         */
        public static Inet of(final InetSocketAddress address) {
            if (address.isUnresolved()) {
                throw new IllegalArgumentException(
                        "address: " + address + " is unresolved (expected: an IP address)");
            }
            return new Inet(address.getAddress(), address.getPort());
        }

        /** This host with another port. */
        public Inet withPort(final int newPort) {
            return new Inet(host, newPort);
        }

        /** Whether the socket is of family AF_INET6. */
        public boolean ipv6() {
            return host instanceof Inet6Address;
        }

        /** Whether every address of the host is meant. */
        public boolean wildcard() {
            return host.isAnyLocalAddress();
        }

        @Override
        public InetSocketAddress socketAddress() {
            return new InetSocketAddress(host, port);
        }

        @Override
        public String toString() {
            final String text = AddressParser.text(host);
            return ipv6() ? "[" + text + "]:" + port : text + ":" + port;
        }
    }

    /**
     * A socket file.
     *
     * @param path the file that bind(2) makes; at most {@value #MAX_UNIX_NAME_BYTES} bytes
     */
    record UnixPath(Path path) implements ListenAddress {
        /** Checks the length. */
        public UnixPath {
            checkName(path.toString(), "path");
        }

        @Override
        public UnixDomainSocketAddress socketAddress() {
            return UnixDomainSocketAddress.of(path);
        }

        @Override
        public String toString() {
            return "unix:" + path;
        }
    }

    /**
     * A name in the abstract namespace of Linux (unix(7)): no file, gone with the last descriptor.
     *
     * @param name the name without the leading {@code @}; at most {@value #MAX_UNIX_NAME_BYTES}
     *     bytes
     */
    record UnixAbstract(String name) implements ListenAddress {
        /** Checks the length. */
        public UnixAbstract {
            checkName(name, "abstract name");
        }

        @Override
        public SocketAddress socketAddress() {
            throw new UnsupportedOperationException(
                    "the JDK has no address type for the abstract name @" + name);
        }

        @Override
        public String toString() {
            return "unix:@" + name;
        }
    }

    private static void checkName(final String name, final String what) {
        final int length = name.getBytes(StandardCharsets.UTF_8).length;
        if (length == 0 || length > MAX_UNIX_NAME_BYTES) {
            throw new IllegalArgumentException(
                    "%s: \"%s\" has %d bytes (expected: 1 to %d)"
                            .formatted(what, name, length, MAX_UNIX_NAME_BYTES));
        }
        if (name.indexOf('\0') >= 0) {
            throw new IllegalArgumentException(what + ": contains a NUL byte");
        }
    }
}
