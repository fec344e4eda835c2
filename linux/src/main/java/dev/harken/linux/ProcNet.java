package dev.harken.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counters of the calling thread's network namespace; proc_pid_net(5), {@code netstat} and {@code
 * snmp}. Any thread; allocates.
 */
public final class ProcNet {

    // thread-self, because /proc/net is that of the main thread.
    private static final Path NET = Path.of("/proc/thread-self/net");

    private ProcNet() {}

    /**
     * All counters by name, such as {@code TcpExt.ListenOverflows} or {@code Tcp.PassiveOpens}.
     *
     * @return empty when /proc is not mounted
     */
    public static Map<String, Long> counters() {
        final Map<String, Long> counters = new LinkedHashMap<>();
        for (final String file : List.of("snmp", "netstat")) {
            try {
                putAll(counters, Files.readAllLines(NET.resolve(file)));
            } catch (final IOException absent) {
                return Map.of();
            }
        }
        return counters;
    }

    /** Parses pairs of lines, the first with the names and the second with the values. */
    static void putAll(final Map<String, Long> counters, final List<String> lines) {
        for (int i = 0; i + 1 < lines.size(); i += 2) {
            final String[] names = lines.get(i).split(" ", -1);
            final String[] values = lines.get(i + 1).split(" ", -1);
            final String group = names[0].replace(':', '.');
            for (int field = 1; field < Math.min(names.length, values.length); field++) {
                counters.put(group + names[field], Long.parseLong(values[field]));
            }
        }
    }
}
