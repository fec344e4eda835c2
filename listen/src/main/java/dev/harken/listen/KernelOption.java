package dev.harken.listen;

import dev.harken.linux.Sockets;

/**
 * Level and name of an option as setsockopt(2) takes them; IPv6 sockets may have their own pair.
 *
 * @param level the level on IPv4 and Unix sockets
 * @param name the option on IPv4 and Unix sockets
 * @param ipv6Level the level on IPv6 sockets
 * @param ipv6Name the option on IPv6 sockets
 */
record KernelOption(int level, int name, int ipv6Level, int ipv6Name) {
    static KernelOption socket(final int name) {
        return new KernelOption(Sockets.SOL_SOCKET, name, Sockets.SOL_SOCKET, name);
    }

    static KernelOption tcp(final int name) {
        return new KernelOption(Sockets.IPPROTO_TCP, name, Sockets.IPPROTO_TCP, name);
    }

    static KernelOption ip(final int name, final int ipv6Name) {
        return new KernelOption(Sockets.IPPROTO_IP, name, Sockets.IPPROTO_IPV6, ipv6Name);
    }

    /** An option that IPv4 sockets do not have. */
    static KernelOption ipv6(final int name) {
        return new KernelOption(Sockets.IPPROTO_IPV6, name, Sockets.IPPROTO_IPV6, name);
    }

    int level(final SocketContext socket) {
        return socket.ipv6() ? ipv6Level : level;
    }

    int name(final SocketContext socket) {
        return socket.ipv6() ? ipv6Name : name;
    }
}
