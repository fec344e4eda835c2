package dev.harken.server.http;

import dev.harken.conf.ServerName;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The servers of one address by name, in nginx's order: the exact name, the longest leading
 * wildcard, the longest trailing wildcard, the first regular expression, the default server.
 *
 * @param <S> what stands for a server
 */
final class VirtualHosts<S> {
    private record Expression<T>(Pattern pattern, T server) {}

    private final S defaultServer;
    private final Map<String, S> exact = new HashMap<>();

    /** By suffix with its leading dot. */
    private final Map<String, S> leading = new HashMap<>();

    /** By prefix with its trailing dot. */
    private final Map<String, S> trailing = new HashMap<>();

    private final List<Expression<S>> expressions = new ArrayList<>();

    VirtualHosts(final S defaultServer) {
        this.defaultServer = defaultServer;
    }

    /** Adds a name; of two equal ones the first stays, as nginx warns and does. */
    void add(final ServerName name, final S server) {
        switch (name) {
            case ServerName.Exact(final String text) -> exact.putIfAbsent(text, server);
            case ServerName.LeadingWildcard(_, final String suffix, final boolean withDomain) -> {
                leading.putIfAbsent(suffix, server);
                if (withDomain) {
                    exact.putIfAbsent(suffix.substring(1), server);
                }
            }
            case ServerName.TrailingWildcard(_, final String prefix) ->
                    trailing.putIfAbsent(prefix, server);
            case ServerName.Regex(_, final Pattern pattern) ->
                    expressions.add(new Expression<>(pattern, server));
        }
    }

    /** Returns the server where no name fits. */
    S defaultServer() {
        return defaultServer;
    }

    /** Returns the server for a host in lower case; the empty one means that none was named. */
    S find(final String host) {
        final S named = exact.get(host);
        if (named != null) {
            return named;
        }
        for (int dot = leading.isEmpty() ? -1 : host.indexOf('.');
                dot >= 0;
                dot = host.indexOf('.', dot + 1)) {
            final S server = leading.get(host.substring(dot));
            if (server != null && dot > 0) {
                return server;
            }
        }
        for (int dot = trailing.isEmpty() ? -1 : host.lastIndexOf('.');
                dot >= 0;
                dot = host.lastIndexOf('.', dot - 1)) {
            final S server = trailing.get(host.substring(0, dot + 1));
            if (server != null) {
                return server;
            }
        }
        for (final Expression<S> expression : expressions) {
            if (!host.isEmpty() && expression.pattern().matcher(host).find()) {
                return expression.server();
            }
        }
        return defaultServer;
    }
}
