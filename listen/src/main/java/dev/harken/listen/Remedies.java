package dev.harken.listen;

import java.util.Locale;

/** Sentences that several diagnoses share. */
final class Remedies {
    private Remedies() {}

    /**
     * How to give a capability to a JVM. File capabilities are no help: they make the loader ignore
     * the JDK's library path.
     *
     * @param capabilities one name, or several joined by " or ": the last one is the narrowest
     */
    static String grant(final String capabilities) {
        final int last = capabilities.lastIndexOf(' ') + 1;
        final String capability = capabilities.substring(last);
        final String name = capability.replace("CAP_", "").toLowerCase(Locale.ROOT);
        return "grant it: AmbientCapabilities=%s in the systemd unit, or setpriv --inh-caps +%s --ambient-caps +%s COMMAND"
                .formatted(capability, name, name);
    }

    static String sysctl(final String name, final long value) {
        return "sysctl -w %s=%d".formatted(name, value);
    }
}
