package dev.harken.testkit;

import dev.harken.linux.Descriptors;
import dev.harken.linux.Errno;
import dev.harken.linux.Namespaces;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A host of a test network: a network namespace of its own, joined to other hosts by veth pairs and
 * removed on {@link #close}. Needs root and the {@code ip} program, and skips the test without.
 *
 * <p>Sockets belong to the namespace of the thread that opens them: {@link #call} runs code of the
 * test there, {@link #run} a command. Not thread-safe.
 */
public final class Namespace implements AutoCloseable {

    private static final AtomicInteger HOSTS = new AtomicInteger();
    private static final AtomicInteger LINKS = new AtomicInteger();

    private final String name;

    private Namespace(final String name) {
        this.name = name;
    }

    /**
     * Makes a host with nothing but its loopback interface, which is up.
     *
     * @param role for people who look at {@code ip netns}; the name is made unique
     */
    public static Namespace create(final String role) {
        Require.root();
        Require.tool("ip");
        final String name =
                "harken-%d-%d-%s"
                        .formatted(ProcessHandle.current().pid(), HOSTS.incrementAndGet(), role);
        final Namespace host = new Namespace(name);
        Processes.run("ip", "netns", "add", name).orFail();
        try {
            host.run("ip", "link", "set", "lo", "up").orFail();
        } catch (final RuntimeException | Error failure) {
            host.close();
            throw failure;
        }
        return host;
    }

    /**
     * Joins two hosts by a cable, IPv4 or IPv6.
     *
     * @param ownCidr address of this end with its prefix length, such as {@code 10.1.0.1/24}
     * @param peerCidr address of the other end
     */
    public void connect(final String ownCidr, final Namespace peer, final String peerCidr) {
        final int link = LINKS.incrementAndGet();
        final String own = "hk" + link + "a";
        final String other = "hk" + link + "b";
        Processes.run(
                        "ip", "-n", name, "link", "add", own, "type", "veth", "peer", "name", other,
                        "netns", peer.name)
                .orFail();
        configure(own, ownCidr);
        peer.configure(other, peerCidr);
    }

    /** The name of the namespace, as {@code ip netns} lists it. */
    public String name() {
        return name;
    }

    /** Runs a command on this host to its end. */
    public Processes.Result run(final String... command) {
        return Processes.run(Processes.DEFAULT_TIMEOUT, commandLine(command));
    }

    /** The command line that runs a command on this host. */
    public List<String> commandLine(final String... command) {
        final List<String> line = new ArrayList<>(List.of("ip", "netns", "exec", name));
        line.addAll(Arrays.asList(command));
        return List.copyOf(line);
    }

    /** Sets a kernel parameter of this host, such as {@code net.ipv4.ip_forward}. */
    public void sysctl(final String parameter, final String value) {
        run("sysctl", "-qw", parameter + "=" + value).orFail();
    }

    /**
     * Runs code on a new thread of this host and waits for its result. Sockets that it opens stay
     * on this host, whoever uses them later.
     *
     * @throws Exception what {@code work} throws
     */
    public <T> T call(final Callable<T> work) throws Exception {
        return OwnThread.call(
                name,
                () -> {
                    enter();
                    return work.call();
                });
    }

    /** Removes the namespace and with it every cable at this host. */
    @Override
    public void close() {
        Processes.run("ip", "netns", "delete", name).orFail();
    }

    private void configure(final String link, final String cidr) {
        if (cidr.contains(":")) {
            // Without duplicate address detection the address works at once.
            run("ip", "address", "add", cidr, "dev", link, "nodad").orFail();
        } else {
            run("ip", "address", "add", cidr, "dev", link).orFail();
        }
        run("ip", "link", "set", link, "up").orFail();
    }

    private void enter() {
        try (Arena arena = Arena.ofConfined()) {
            final int fd =
                    Descriptors.open(
                            arena.allocateFrom("/run/netns/" + name), Descriptors.O_CLOEXEC);
            final int entered = fd < 0 ? fd : Namespaces.setns(fd, Namespaces.CLONE_NEWNET);
            Descriptors.close(fd);
            if (entered < 0) {
                throw new IllegalStateException(
                        "cannot enter " + name + ": " + Errno.name(entered));
            }
        }
    }
}
