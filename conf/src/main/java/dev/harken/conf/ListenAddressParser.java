package dev.harken.conf;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the address of a {@code listen} line by the rules of nginx's {@code ngx_parse_url()}. */
final class ListenAddressParser {
    private static final int PORT_LIMIT = 65535;
    private static final int NO_PORT = -1;
    private static final int UNIX_PATH_LIMIT_BYTES = 107;
    private static final int IPV6_BYTES = 16;
    private static final Pattern DOTTED_QUAD =
            Pattern.compile("([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})\\.([0-9]{1,3})");
    private static final Pattern IPV6_LITERAL = Pattern.compile("[0-9a-fA-F:.]+");

    private final Word word;
    private final String text;
    private final int defaultPort;
    private final Environment.Resolver resolver;

    private ListenAddressParser(
            final Word word, final int defaultPort, final Environment.Resolver resolver) {
        this.word = word;
        this.resolver = resolver;
        this.text = word.text();
        this.defaultPort = defaultPort;
    }

    /**
     * Reads an address, a port, or both.
     *
     * @param defaultPort the port where none is given, or 0 for none
     * @return all addresses meant, each once
     */
    static List<ListenAddress> parse(
            final Word word, final int defaultPort, final Environment.Resolver resolver)
            throws Fault {
        return new ListenAddressParser(word, defaultPort, resolver).parse();
    }

    private List<ListenAddress> parse() throws Fault {
        if (text.toLowerCase(Locale.ROOT).startsWith("unix:")) {
            return List.of(unix(text.substring("unix:".length())));
        }
        if (text.startsWith("[")) {
            return bracketed();
        }
        return host();
    }

    private ListenAddress unix(final String path) throws Fault {
        if (path.isEmpty()) {
            throw fault("no path in the unix domain socket");
        }
        if (path.length() > UNIX_PATH_LIMIT_BYTES) {
            throw fault("too long path in the unix domain socket");
        }
        return new ListenAddress.Unix(path);
    }

    private List<ListenAddress> bracketed() throws Fault {
        final int close = text.indexOf(']');
        if (close < 0 || text.indexOf('/', close) >= 0) {
            throw fault("invalid host");
        }
        final String rest = text.substring(close + 1);
        if (!rest.isEmpty() && !rest.startsWith(":")) {
            throw fault("invalid host");
        }
        final Ports ports = rest.isEmpty() ? defaultPorts() : ports(rest.substring(1));
        final String literal = text.substring(1, close);
        if (literal.isEmpty()) {
            throw fault("no host");
        }
        return each(List.of(ipv6(literal)), ports);
    }

    private List<ListenAddress> host() throws Fault {
        if (text.indexOf('/') >= 0 || text.indexOf('?') >= 0) {
            throw fault("invalid host");
        }
        final int colon = text.indexOf(':');
        if (colon < 0) {
            final Optional<Ports> ports = portsAlone();
            if (ports.isPresent()) {
                return each(List.of(anyIpv4()), ports.get());
            }
        }
        final Optional<Ports> ports =
                colon < 0 ? Optional.empty() : Optional.of(ports(text.substring(colon + 1)));
        final String host = colon < 0 ? text : text.substring(0, colon);
        if (host.isEmpty()) {
            throw fault("no host");
        }
        final List<InetAddress> hosts = host.equals("*") ? List.of(anyIpv4()) : resolve(host);
        return each(hosts, ports.isPresent() ? ports.get() : defaultPorts());
    }

    /** Takes a text without a colon as ports if it is made of numbers, else leaves it a host. */
    private Optional<Ports> portsAlone() throws Fault {
        final int dash = text.indexOf('-');
        final String first = dash < 0 ? text : text.substring(0, dash);
        final boolean numbers =
                Numbers.decimal(first).isPresent()
                        && (dash < 0 || Numbers.decimal(text.substring(dash + 1)).isPresent());
        return numbers ? Optional.of(ports(text)) : Optional.empty();
    }

    private Ports ports(final String range) throws Fault {
        final int dash = range.indexOf('-');
        final int last = dash < 0 ? NO_PORT : port(range.substring(dash + 1));
        final int first = port(dash < 0 ? range : range.substring(0, dash));
        if (dash >= 0 && first > last) {
            throw fault("invalid port range");
        }
        return new Ports(first, dash < 0 ? first : last);
    }

    private int port(final String digits) throws Fault {
        return Numbers.decimal(digits)
                .filter(port -> port >= 1 && port <= PORT_LIMIT)
                .orElseThrow(() -> fault("invalid port"))
                .intValue();
    }

    private Ports defaultPorts() throws Fault {
        if (defaultPort == 0) {
            throw fault("no port");
        }
        return new Ports(defaultPort, defaultPort);
    }

    private List<InetAddress> resolve(final String host) throws Fault {
        final Matcher quad = DOTTED_QUAD.matcher(host);
        try {
            if (quad.matches()) {
                final byte[] bytes = new byte[4];
                boolean valid = true;
                for (int i = 0; i < bytes.length; i++) {
                    final int value = Integer.parseInt(quad.group(i + 1));
                    valid &= value <= 255;
                    bytes[i] = (byte) value;
                }
                if (valid) {
                    return List.of(InetAddress.getByAddress(bytes));
                }
            }
            return List.of(resolver.resolve(host));
        } catch (final UnknownHostException _) {
            throw fault("host not found");
        }
    }

    private InetAddress ipv6(final String literal) throws Fault {
        if (!IPV6_LITERAL.matcher(literal).matches() || !literal.contains(":")) {
            throw fault("invalid IPv6 address");
        }
        try {
            // The JDK turns ::ffff:1.2.3.4 into an IPv4 address, which is another socket.
            return Inet6Address.getByAddress(
                    null, sixteen(InetAddress.getByName("[" + literal + "]")), -1);
        } catch (final UnknownHostException _) {
            throw fault("invalid IPv6 address");
        }
    }

    private static byte[] sixteen(final InetAddress address) {
        final byte[] bytes = address.getAddress();
        if (bytes.length == IPV6_BYTES) {
            return bytes;
        }
        final byte[] mapped = new byte[IPV6_BYTES];
        mapped[10] = (byte) 0xff;
        mapped[11] = (byte) 0xff;
        System.arraycopy(bytes, 0, mapped, 12, bytes.length);
        return mapped;
    }

    private static InetAddress anyIpv4() {
        try {
            return InetAddress.getByAddress(new byte[4]);
        } catch (final UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<ListenAddress> each(final List<InetAddress> hosts, final Ports ports) {
        final LinkedHashSet<ListenAddress> result = new LinkedHashSet<>();
        for (final InetAddress host : hosts) {
            for (int port = ports.first; port <= ports.last; port++) {
                result.add(new ListenAddress.Inet(host, port));
            }
        }
        return new ArrayList<>(result);
    }

    private Fault fault(final String what) {
        return Fault.of(what + " in \"" + text + "\" of the \"listen\" directive", word);
    }

    private record Ports(int first, int last) {}
}
