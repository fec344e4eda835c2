package dev.harken.conf;

import java.nio.file.Path;

/**
 * Reads a configuration in the language of nginx.conf.
 *
 * <p>Blocking: it reads files and resolves host names. Any thread.
 */
public final class ConfigLoader {
    private ConfigLoader() {}

    /**
     * Reads a file and all that it includes.
     *
     * @param file path; a relative one starts at the prefix
     * @param options what the command line contributes
     * @throws ConfigException with all errors that could be found in one reading
     */
    @SuppressWarnings("DoNotCallSuggester") // The reader follows.
    public static Configuration load(final Path file, final LoadOptions options)
            throws ConfigException {
        throw new UnsupportedOperationException(file + " " + options);
    }

    /**
     * Reads a configuration from memory; its relative includes start at the prefix.
     *
     * @param name what to call the text in messages
     * @param text the configuration
     * @param options what the command line contributes
     * @throws ConfigException with all errors that could be found in one reading
     */
    @SuppressWarnings("DoNotCallSuggester") // The reader follows.
    public static Configuration parse(
            final String name, final String text, final LoadOptions options)
            throws ConfigException {
        throw new UnsupportedOperationException(name + text + options);
    }
}
