package dev.harken.conf;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Reads {@code server_name} and finds names that two servers of an address claim. */
final class ServerNames {
    private ServerNames() {}

    static List<ServerName> read(final Arguments arguments) throws Fault {
        final List<ServerName> names = new ArrayList<>();
        for (final Word word : arguments.from(1)) {
            names.add(name(arguments, word));
        }
        return names;
    }

    private static ServerName name(final Arguments arguments, final Word word) throws Fault {
        final String text = word.text();
        if ((text.startsWith("*") && (text.length() < 3 || text.charAt(1) != '.'))
                || text.equals(".")) {
            throw Fault.of("server name \"" + text + "\" is invalid", word)
                    .hint("a wildcard is *.example.org, .example.org or www.example.*");
        }
        if (text.contains("/")) {
            arguments.warn(
                    word,
                    "server name \"" + text + "\" has suspicious symbols",
                    "a server name is a host name, without scheme and path");
        }
        if (text.startsWith("~")) {
            return regex(word);
        }
        if (text.toLowerCase(Locale.ROOT).equals("$hostname")) {
            return new ServerName.Exact(Environment.hostname());
        }
        return plain(word, text.toLowerCase(Locale.ROOT));
    }

    private static ServerName plain(final Word word, final String name) throws Fault {
        final long starCount = name.chars().filter(c -> c == '*').count();
        final boolean leading = name.startsWith("*.");
        final boolean trailing = name.length() > 2 && name.endsWith(".*");
        if (name.contains("..") || starCount > 1 || (starCount == 1 && !leading && !trailing)) {
            throw Fault.of("invalid server name or wildcard \"" + word.text() + "\"", word)
                    .hint("a wildcard is *.example.org, .example.org or www.example.*");
        }
        if (leading) {
            return new ServerName.LeadingWildcard(name, name.substring(1), false);
        }
        if (name.length() > 1 && name.startsWith(".")) {
            return new ServerName.LeadingWildcard(name, name, true);
        }
        if (trailing) {
            return new ServerName.TrailingWildcard(name, name.substring(0, name.length() - 1));
        }
        return new ServerName.Exact(name);
    }

    private static ServerName regex(final Word word) throws Fault {
        final String expression = word.text().substring(1);
        if (expression.isEmpty()) {
            throw Fault.of("empty regex in server name \"" + word.text() + "\"", word);
        }
        try {
            // Named groups are the one thing that PCRE writes in a second way.
            final String translated = expression.replace("(?P<", "(?<");
            return new ServerName.Regex(
                    word.text(), Pattern.compile(translated, Pattern.CASE_INSENSITIVE));
        } catch (final PatternSyntaxException e) {
            throw Fault.of("invalid regex in server name \"" + word.text() + "\"", word)
                    .hint(e.getDescription() + " near index " + e.getIndex());
        }
    }

    /** Warns of the names that a server can't have because one before it on the address has. */
    static void warnOfConflicts(
            final ListenAddress address,
            final List<HttpServerConfig> servers,
            final Diagnostics diagnostics) {
        final Set<String> taken = new HashSet<>();
        for (final HttpServerConfig server : servers) {
            for (final ServerName name : server.names()) {
                if (!claims(name).stream().allMatch(taken::add)) {
                    diagnostics.warn(
                            "conflicting server name \""
                                    + name.text()
                                    + "\" on "
                                    + address.text()
                                    + ", ignored",
                            "in the server at " + server.position().text());
                }
            }
        }
    }

    private static List<String> claims(final ServerName name) {
        return switch (name) {
            case ServerName.Exact(final String text) -> List.of(text);
            case ServerName.LeadingWildcard(_, final String suffix, final boolean withDomain) ->
                    withDomain ? List.of(suffix.substring(1), "*" + suffix) : List.of("*" + suffix);
            case ServerName.TrailingWildcard(final String text, _) -> List.of(text);
            case ServerName.Regex _ -> List.of();
        };
    }
}
