package dev.harken.conf;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What can be set in {@code http}, {@code server} and {@code location}, inherited and complete.
 *
 * @param root directory of the files; a literal one is absolute
 * @param index file names tried for a path that ends with a slash
 * @param defaultType media type of files that {@code types} does not know
 * @param types media types by extension
 * @param keepaliveTimeout how long an idle connection is kept; zero closes after each response
 * @param keepaliveHeader the time of the {@code Keep-Alive} response header
 * @param keepaliveRequests requests per connection
 * @param serverTokens whether the version is told
 * @param accessLogs none for {@code off}
 * @param errorLogs at least one
 */
public record HttpSettings(
        Template root,
        List<Template> index,
        String defaultType,
        MimeTypes types,
        Duration keepaliveTimeout,
        Optional<Duration> keepaliveHeader,
        int keepaliveRequests,
        ServerTokens serverTokens,
        List<AccessLog> accessLogs,
        List<ErrorLog> errorLogs) {
    /** Takes immutable copies. */
    public HttpSettings {
        index = List.copyOf(index);
        accessLogs = List.copyOf(accessLogs);
        errorLogs = List.copyOf(errorLogs);
    }

    /** What the {@code Server} header and error pages tell. */
    public enum ServerTokens {
        /** Name and version. */
        ON,
        /** The name alone. */
        OFF,
        /** Name, version and build. */
        BUILD
    }
}
