package dev.harken.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** The configuration that serves where none is given: a welcome page on port 8080. */
public final class DefaultConfiguration {
    /** What it is called in messages. */
    public static final String NAME = "(built-in configuration)";

    private static final String RESOURCE = "default.conf";

    private DefaultConfiguration() {}

    /** Returns its text, in the language of every configuration. */
    public static String text() {
        try (InputStream in = DefaultConfiguration.class.getResourceAsStream(RESOURCE)) {
            if (in == null) {
                throw new IllegalStateException(RESOURCE + " is missing from the class path");
            }
            return new String(in.readAllBytes(), UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
