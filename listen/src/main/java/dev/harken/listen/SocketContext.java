package dev.harken.listen;

/**
 * The socket that an option is written to or read from.
 *
 * @param fd its descriptor
 * @param protocol what it speaks
 * @param address where it is, or will be, bound
 * @param shard its place in the group, from 0
 * @param shardCount the size of the group
 */
record SocketContext(int fd, Protocol protocol, ListenAddress address, int shard, int shardCount) {
    boolean ipv6() {
        return address instanceof ListenAddress.Inet inet && inet.ipv6();
    }

    /** Whether IPv4 packets can reach this IPv6 socket, unless IPV6_V6ONLY forbids it. */
    boolean ipv6Wildcard() {
        return address instanceof ListenAddress.Inet inet && inet.ipv6() && inet.wildcard();
    }

    SocketContext at(final ListenAddress newAddress) {
        return new SocketContext(fd, protocol, newAddress, shard, shardCount);
    }
}
