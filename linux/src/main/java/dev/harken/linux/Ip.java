package dev.harken.linux;

/**
 * Options of the levels {@link Sockets#IPPROTO_IP} and {@link Sockets#IPPROTO_IPV6}, of {@code
 * linux/in.h}, {@code linux/in6.h} and the netfilter headers; ip(7), ipv6(7).
 */
public final class Ip {

    /** Type of service of outgoing packets. */
    public static final int IP_TOS = 1;

    /** Time to live of outgoing packets. */
    public static final int IP_TTL = 2;

    /** Receive {@code struct in_pktinfo}; also its control message. */
    public static final int IP_PKTINFO = 8;

    /** Path MTU discovery. */
    public static final int IP_MTU_DISCOVER = 10;

    /** Receive errors as messages. */
    public static final int IP_RECVERR = 11;

    /** Receive the time to live. */
    public static final int IP_RECVTTL = 12;

    /** Receive the type of service. */
    public static final int IP_RECVTOS = 13;

    /** Bind to an address the host lacks. */
    public static final int IP_FREEBIND = 15;

    /** Foreign addresses; needs CAP_NET_ADMIN or CAP_NET_RAW; Linux 2.6.24. */
    public static final int IP_TRANSPARENT = 19;

    /** Control message: the original destination, {@code struct sockaddr_in}. */
    public static final int IP_ORIGDSTADDR = 20;

    /** Receive IP_ORIGDSTADDR; Linux 2.6.29. */
    public static final int IP_RECVORIGDSTADDR = 20;

    /** Choose the port at connect; Linux 4.2. */
    public static final int IP_BIND_ADDRESS_NO_PORT = 24;

    /** Port range of this socket, low 16 bits the lower end; Linux 6.3. */
    public static final int IP_LOCAL_PORT_RANGE = 51;

    /** Destination before REDIRECT, {@code struct sockaddr_in}; {@code linux/netfilter_ipv4.h}. */
    public static final int SO_ORIGINAL_DST = 80;

    /** Hop limit of outgoing packets. */
    public static final int IPV6_UNICAST_HOPS = 16;

    /** Receive errors as messages. */
    public static final int IPV6_RECVERR = 25;

    /** 1: no IPv4 on this socket. */
    public static final int IPV6_V6ONLY = 26;

    /** Receive IPV6_PKTINFO; Linux 2.6.14. */
    public static final int IPV6_RECVPKTINFO = 49;

    /** Control message: {@code struct in6_pktinfo}. */
    public static final int IPV6_PKTINFO = 50;

    /** Receive the hop limit. */
    public static final int IPV6_RECVHOPLIMIT = 51;

    /** Traffic class of outgoing packets. */
    public static final int IPV6_TCLASS = 67;

    /** Receive the traffic class. */
    public static final int IPV6_RECVTCLASS = 66;

    /** Control message: the original destination, {@code struct sockaddr_in6}. */
    public static final int IPV6_ORIGDSTADDR = 74;

    /** Receive IPV6_ORIGDSTADDR; Linux 2.6.37. */
    public static final int IPV6_RECVORIGDSTADDR = 74;

    /** Foreign addresses; needs CAP_NET_ADMIN or CAP_NET_RAW; Linux 2.6.37. */
    public static final int IPV6_TRANSPARENT = 75;

    /** Bind to an address the host lacks; Linux 4.15. */
    public static final int IPV6_FREEBIND = 78;

    /** Destination before REDIRECT, {@code struct sockaddr_in6}. */
    public static final int IP6T_SO_ORIGINAL_DST = 80;

    private Ip() {}
}
