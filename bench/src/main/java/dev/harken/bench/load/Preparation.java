package dev.harken.bench.load;

import dev.harken.linux.Limits;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** What is found out before a load starts: limits, addresses. Blocks while names are resolved. */
final class Preparation {

    /** Descriptors that the program needs for itself. */
    private static final int OWN_DESCRIPTORS = 64;

    private static final int DESCRIPTORS_PER_THREAD = 4;

    /** Connections per source address, well under the usual 28,232 ports. */
    private static final int CONNECTIONS_PER_SOURCE = 10_000;

    /**
     * Source addresses where each request has a connection of its own: with a minute of TIME_WAIT
     * and 28,232 ports each, enough for 117,000 connections a second.
     */
    private static final int SOURCES_FOR_SHORT_CONNECTIONS = 250;

    private static final int LAST_BYTES = 250;

    private Preparation() {}

    /** Refuses more connections than the process may have descriptors. */
    static void checkDescriptors(final LoadPlan plan) throws LoadException {
        final long most = mostConnections(plan.threads());
        if (plan.connections() > most) {
            final long needed = plan.connections() + ownDescriptors(plan.threads());
            throw new LoadException(
                    "connections: "
                            + plan.connections()
                            + " (expected: at most "
                            + most
                            + ", as the limit of descriptors of this process allows);"
                            + " raise RLIMIT_NOFILE: ulimit -n "
                            + needed);
        }
    }

    /** How many connections the limit of descriptors leaves room for. */
    static long mostConnections(final int threads) {
        return Limits.limit(Limits.RLIMIT_NOFILE)
                .map(Limits.Limit::soft)
                .filter(soft -> soft != Limits.RLIM_INFINITY)
                .map(soft -> Math.max(0, soft - ownDescriptors(threads)))
                .orElse(Long.MAX_VALUE);
    }

    private static long ownDescriptors(final int threads) {
        return OWN_DESCRIPTORS + (long) DESCRIPTORS_PER_THREAD * threads;
    }

    /** The address of a target. */
    static InetSocketAddress resolve(final Target target) throws LoadException {
        try {
            return new InetSocketAddress(InetAddress.getByName(target.host()), target.port());
        } catch (final UnknownHostException unknown) {
            throw new LoadException(
                    "resolve " + target.host() + ": no such name; check the URL", unknown);
        }
    }

    /** Local addresses to connect from, so that ports don't run out; empty: the kernel's choice. */
    static List<InetSocketAddress> sources(final LoadPlan plan, final InetAddress remote) {
        final byte[] address = remote.getAddress();
        if (!remote.isLoopbackAddress() || address.length != 4) {
            return List.of();
        }
        final int count = plan.sources().orElseGet(() -> neededSources(plan));
        final List<InetSocketAddress> sources = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            final byte[] source = {
                127, 1, (byte) (index / LAST_BYTES), (byte) (1 + index % LAST_BYTES)
            };
            try {
                sources.add(new InetSocketAddress(InetAddress.getByAddress(source), 0));
            } catch (final UnknownHostException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
        return List.copyOf(sources);
    }

    private static int neededSources(final LoadPlan plan) {
        if (!plan.keepAlive()) {
            return SOURCES_FOR_SHORT_CONNECTIONS;
        }
        return plan.connections() <= CONNECTIONS_PER_SOURCE
                ? 0
                : 1 + plan.connections() / CONNECTIONS_PER_SOURCE;
    }
}
