package dev.harken.conf;

import java.net.InetAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads a configuration in the language of nginx.conf.
 *
 * <p>Blocking: it reads files and resolves host names. Any thread.
 */
public final class ConfigLoader {
    private final LoadOptions options;
    private final Diagnostics diagnostics = new Diagnostics();
    private final ConfigReader reader;
    private final Environment environment;
    private final Scope main;

    private ConfigLoader(
            final LoadOptions options, final Path confPrefix, final Environment.Resolver resolver) {
        this.options = options;
        environment = new Environment(options.prefix(), confPrefix, options.errorLog(), resolver);
        reader = new ConfigReader(environment, diagnostics);
        final Statement none = new Statement(Statement.Kind.OPEN, List.of(), "", 1, 1, false);
        main = new Scope(Context.MAIN, Optional.empty(), none);
    }

    /**
     * Reads a file and all that it includes.
     *
     * @param file path; a relative one starts at the prefix
     * @param options what the command line contributes
     * @throws ConfigException with all errors that could be found in one reading
     */
    public static Configuration load(final Path file, final LoadOptions options)
            throws ConfigException {
        final Path whole = options.prefix().resolve(file);
        final Path directory = Optional.ofNullable(whole.getParent()).orElse(options.prefix());
        final ConfigLoader loader = new ConfigLoader(options, directory, InetAddress::getAllByName);
        loader.readGlobalDirectives();
        loader.reader.readFile(whole, loader.main);
        return loader.configuration();
    }

    /**
     * Reads a configuration from memory; its relative includes start at the prefix.
     *
     * @param name what to call the text in messages
     * @param text the configuration
     * @param options what the command line contributes
     * @throws ConfigException with all errors that could be found in one reading
     */
    public static Configuration parse(
            final String name, final String text, final LoadOptions options)
            throws ConfigException {
        return parse(name, text, options, InetAddress::getAllByName);
    }

    /** Reads a configuration from memory with host names of the caller's choice. */
    static Configuration parse(
            final String name,
            final String text,
            final LoadOptions options,
            final Environment.Resolver resolver)
            throws ConfigException {
        final ConfigLoader loader = new ConfigLoader(options, options.prefix(), resolver);
        loader.readGlobalDirectives();
        loader.reader.readText(name, text, loader.main);
        return loader.configuration();
    }

    private void readGlobalDirectives() {
        if (!options.globalDirectives().isEmpty()) {
            reader.readText(Position.COMMAND_LINE, options.globalDirectives(), main);
        }
    }

    private Configuration configuration() throws ConfigException {
        final Optional<EventsConfig> events =
                body(CoreDirectives.EVENTS_BLOCK).map(CoreDirectives::events);
        final Optional<HttpConfig> http =
                body(HttpDirectives.HTTP_BLOCK).flatMap(block -> block.kept(HttpConfig.class));
        final Optional<StreamConfig> stream =
                body(StreamDirectives.STREAM_BLOCK)
                        .flatMap(block -> block.kept(StreamConfig.class));
        if (http.isPresent() && stream.isPresent()) {
            checkApart(http.get(), stream.get());
        }
        if (!diagnostics.hasErrors()) {
            if (events.isEmpty()) {
                diagnostics.error(
                        "no \"events\" section in configuration",
                        "an empty one will do: events {}");
            } else {
                checkConnections(events.get(), http, stream);
            }
        }
        if (diagnostics.hasErrors()) {
            throw new ConfigException(diagnostics.list());
        }
        return new Configuration(
                CoreDirectives.main(main, environment),
                events.orElseThrow(),
                http,
                stream,
                diagnostics.list(),
                reader.withoutEffect(),
                reader.files());
    }

    private Optional<Scope> body(final Directive<?> directive) {
        return main.entries(directive).stream().findFirst().map(Scope.Entry::block);
    }

    /** Two sockets can't be bound to one address; nginx notices it only when it starts. */
    private void checkApart(final HttpConfig http, final StreamConfig stream) {
        final Set<ListenAddress> taken =
                http.sockets().stream().map(HttpSocket::address).collect(Collectors.toSet());
        for (final StreamSocket socket : stream.sockets()) {
            if (!socket.udp() && taken.contains(socket.address())) {
                diagnostics.error(
                        socket.address().text() + " is listened on in both http and stream",
                        socket.position(),
                        "a port serves one of them");
            }
        }
    }

    private void checkConnections(
            final EventsConfig events,
            final Optional<HttpConfig> http,
            final Optional<StreamConfig> stream) {
        final int socketCount =
                http.map(config -> config.sockets().size()).orElse(0)
                        + stream.map(config -> config.sockets().size()).orElse(0);
        if (events.workerConnections() < socketCount + 1) {
            diagnostics.error(
                    events.workerConnections()
                            + " worker_connections are not enough for "
                            + socketCount
                            + " listening sockets",
                    "raise worker_connections in the events block");
        }
    }
}
