package dev.harken.conf;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names that nginx's own modules define, so that what is merely missing here is not called
 * unknown. Read once, when the first such name is met.
 */
final class NginxNames {
    private static final String RESOURCE = "nginx-names.txt";
    private static final String HTTP_VARIABLES = "http-variables";
    private static final String STREAM_VARIABLES = "stream-variables";

    private NginxNames() {}

    /** Returns the nginx module that defines a directive. */
    static Optional<String> moduleOf(final String directive) {
        return Optional.ofNullable(Names.INSTANCE.moduleByDirective.get(directive));
    }

    /** Returns whether nginx knows a variable in one of its modules. */
    static boolean isVariable(final Variables.Family family, final String name) {
        final Set<String> names =
                switch (family) {
                    case HTTP -> Names.INSTANCE.httpVariables;
                    case STREAM -> Names.INSTANCE.streamVariables;
                };
        return names.contains(name)
                || names.stream().anyMatch(start -> start.endsWith("_") && name.startsWith(start));
    }

    private static final class Names {
        private static final Names INSTANCE = read();

        private final Map<String, String> moduleByDirective = new HashMap<>();
        private final Set<String> httpVariables = new HashSet<>();
        private final Set<String> streamVariables = new HashSet<>();

        private static Names read() {
            final Names names = new Names();
            try (InputStream stream = NginxNames.class.getResourceAsStream(RESOURCE)) {
                if (stream == null) {
                    throw new IllegalStateException(RESOURCE + " is missing");
                }
                final BufferedReader lines =
                        new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
                lines.lines().filter(line -> !line.startsWith("#")).forEach(names::line);
            } catch (final IOException e) {
                throw new UncheckedIOException(e);
            }
            return names;
        }

        /** Takes {@code module: name name name}. */
        private void line(final String line) {
            final int colon = line.indexOf(':');
            final String module = line.substring(0, colon);
            for (final String name : line.substring(colon + 1).strip().split(" ", -1)) {
                switch (module) {
                    case HTTP_VARIABLES -> httpVariables.add(name);
                    case STREAM_VARIABLES -> streamVariables.add(name);
                    default -> moduleByDirective.putIfAbsent(name, module);
                }
            }
        }
    }
}
