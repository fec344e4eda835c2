package dev.harken.listen;

import java.net.SocketException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Sockets of others that share the address of a group: it may be meant, so it is said, not refused.
 */
final class Neighbours {
    private Neighbours() {}

    /** One note for each holder of sockets that share the address; empty if nobody does. */
    static List<String> of(final ListenConfig config, final List<Listener> listeners) {
        final boolean sharable = config.reusePort() || config.on(Option.REUSE_ADDRESS);
        final ListenAddress address = listeners.getFirst().address();
        if (!sharable || !(address instanceof ListenAddress.Inet)) {
            return List.of();
        }
        final Set<Long> own =
                listeners.stream()
                        .map(
                                listener ->
                                        SocketOwners.inode(
                                                Path.of("/proc/self/fd/" + listener.fd())))
                        .collect(Collectors.toSet());
        try {
            return notes(address, PortInspector.holders(config.protocol(), address, own));
        } catch (SocketException e) {
            return List.of("may be shared with others: " + e.getMessage());
        }
    }

    private static List<String> notes(final ListenAddress address, final List<PortHolder> holders) {
        final Map<String, Integer> counts = new LinkedHashMap<>();
        for (final PortHolder holder : holders) {
            if (holder.state() == PortHolder.State.LISTENING
                    || holder.state() == PortHolder.State.BOUND) {
                counts.merge(note(address, holder), 1, Integer::sum);
            }
        }
        final List<String> notes = new ArrayList<>();
        counts.forEach((note, count) -> notes.add(note.formatted(count)));
        return List.copyOf(notes);
    }

    private static String note(final ListenAddress address, final PortHolder holder) {
        final String who = who(holder).replace("%", "%%");
        return holder.address().equals(address)
                ? "is shared with %s (sockets: %%d): the kernel spreads connections over all of them"
                        .formatted(who)
                : "overlaps %s of %s (sockets: %%d): the more specific address gets its connections"
                        .formatted(holder.address().toString().replace("%", "%%"), who);
    }

    /** Without descriptors, so that the sockets of one process share a note. */
    private static String who(final PortHolder holder) {
        final boolean own =
                holder.owners().stream()
                        .anyMatch(owner -> owner.pid() == ProcessHandle.current().pid());
        return own ? "another group of this process" : InUseDiagnosis.who(holder);
    }
}
