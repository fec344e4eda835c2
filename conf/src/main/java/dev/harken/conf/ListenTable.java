package dev.harken.conf;

import java.net.Inet6Address;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses of all {@code listen} lines of a block, merged by nginx's rules: who gives options,
 * who is the default server, and which sockets it takes to serve them all.
 */
final class ListenTable {
    private final Map<Port, List<Address>> ports = new LinkedHashMap<>();

    /** Adds the addresses of a line of an HTTP server. */
    void addHttp(final ListenLine line, final Scope server) throws Fault {
        for (final ListenAddress address : line.addresses()) {
            final Optional<Address> known = find(line, address);
            if (known.isPresent()) {
                known.get().merge(line, server);
            } else {
                add(line, address, server);
            }
        }
    }

    /** Adds the addresses of a line of a stream server, which shares none with another. */
    void addStream(final ListenLine line, final Scope server) throws Fault {
        for (final ListenAddress address : line.addresses()) {
            if (find(line, address).isPresent()) {
                throw Fault.of(
                        "duplicate \"" + address.text() + "\" address and port pair",
                        line.statement().words().get(1));
            }
            add(line, address, server);
        }
    }

    private Optional<Address> find(final ListenLine line, final ListenAddress address) {
        return ports.getOrDefault(Port.of(line, address), List.of()).stream()
                .filter(known -> known.address.equals(address))
                .findFirst();
    }

    private void add(final ListenLine line, final ListenAddress address, final Scope server) {
        ports.computeIfAbsent(Port.of(line, address), _ -> new ArrayList<>())
                .add(new Address(line, address, server));
    }

    /** Returns all addresses in order of appearance. */
    List<Address> addresses() {
        return ports.values().stream().flatMap(List::stream).toList();
    }

    /**
     * Returns the sockets to open. Where a port has a wildcard, addresses without options of their
     * own are served through it.
     */
    List<Socket> sockets() {
        final List<Socket> sockets = new ArrayList<>();
        ports.values().forEach(addresses -> addSockets(addresses, sockets));
        return sockets;
    }

    private static void addSockets(final List<Address> addresses, final List<Socket> sockets) {
        final List<Address> sorted = new ArrayList<>(addresses);
        sorted.sort(
                Comparator.comparing((Address address) -> address.address.isWildcard())
                        .thenComparing(address -> !address.explicit));
        if (!sorted.getLast().address.isWildcard()) {
            sorted.forEach(address -> sockets.add(new Socket(address, List.of(address))));
            return;
        }
        final List<Address> shared = new ArrayList<>();
        for (final Address address : sorted) {
            if (address.explicit && !address.address.isWildcard()) {
                sockets.add(new Socket(address, List.of(address)));
            } else {
                shared.add(address);
            }
        }
        sockets.add(new Socket(sorted.getLast(), shared));
    }

    /** The addresses that compete for each other's connections. */
    private record Port(String family, int number, boolean udp) {
        static Port of(final ListenLine line, final ListenAddress address) {
            return switch (address) {
                case ListenAddress.Unix _ -> new Port("unix", 0, line.udp());
                case ListenAddress.Inet inet ->
                        new Port(
                                inet.address() instanceof Inet6Address ? "inet6" : "inet",
                                inet.port(),
                                line.udp());
            };
        }
    }

    /**
     * A socket to open.
     *
     * @param bound what it is bound to
     * @param served the addresses served through it, the bound one last
     */
    record Socket(Address bound, List<Address> served) {}

    /** An address and what all lines that name it say of it. */
    static final class Address {
        private final ListenAddress address;
        private final boolean udp;
        private final List<Scope> servers = new ArrayList<>();
        private ListenOptions options;
        private Statement decidedBy;
        private boolean explicit;
        private Scope defaultServer;
        private boolean defaultGiven;
        private boolean ssl;
        private boolean http2;

        private Address(final ListenLine line, final ListenAddress address, final Scope server) {
            this.address = address;
            udp = line.udp();
            servers.add(server);
            options = line.options();
            decidedBy = line.statement();
            explicit = line.explicit();
            defaultServer = server;
            defaultGiven = line.defaultServer();
            ssl = line.ssl();
            http2 = line.http2();
        }

        private void merge(final ListenLine line, final Scope server) throws Fault {
            if (servers.contains(server)) {
                throw Fault.of("a duplicate listen " + address.text(), where(line));
            }
            servers.add(server);
            ssl |= line.ssl();
            http2 |= line.http2();
            if (line.explicit() && explicit) {
                throw Fault.of("duplicate listen options for " + address.text(), where(line))
                        .hint(
                                "its options are set in "
                                        + decidedBy.position().text()
                                        + "; they hold for every server of the address");
            }
            if (line.explicit()) {
                options = line.options();
                explicit = true;
                decidedBy = line.statement();
            }
            if (line.defaultServer() && defaultGiven) {
                throw Fault.of("a duplicate default server for " + address.text(), where(line))
                        .hint("the first is in " + defaultServer.statement().position().text());
            }
            if (line.defaultServer()) {
                defaultServer = server;
                defaultGiven = true;
            }
        }

        private static Word where(final ListenLine line) {
            return line.statement().words().get(Math.min(1, line.statement().words().size() - 1));
        }

        ListenAddress address() {
            return address;
        }

        boolean udp() {
            return udp;
        }

        List<Scope> servers() {
            return List.copyOf(servers);
        }

        ListenOptions options() {
            return options;
        }

        /** Returns the line that gives the options. */
        Statement decidedBy() {
            return decidedBy;
        }

        Scope defaultServer() {
            return defaultServer;
        }

        boolean ssl() {
            return ssl;
        }

        boolean http2() {
            return http2;
        }
    }
}
