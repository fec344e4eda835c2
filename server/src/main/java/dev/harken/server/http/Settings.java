package dev.harken.server.http;

import dev.harken.conf.MimeTypes;
import dev.harken.server.log.AccessLogger;
import dev.harken.server.log.ErrorLogger;
import dev.harken.server.text.Text;

import java.util.List;

/**
 * What applies to the requests of a server or location, in the form in which it is used.
 *
 * @param root directory of the files
 * @param index names tried for a path that ends with a slash
 * @param defaultType media type of files that {@code types} does not know
 * @param types media types by extension
 * @param keepaliveNanos how long an idle connection is kept; 0 closes after each response
 * @param keepaliveLine the {@code Keep-Alive} header line, or empty
 * @param keepaliveRequests requests per connection
 * @param serverLine the {@code Server} header line
 * @param signature the value of that header
 * @param errorPages the built-in pages
 * @param accessLogs where served requests are recorded
 * @param errorLog where failures are recorded
 */
@SuppressWarnings("ArrayRecordComponent") // never compared, never changed
record Settings(
        Text<Exchange> root,
        List<Text<Exchange>> index,
        String defaultType,
        MimeTypes types,
        long keepaliveNanos,
        byte[] keepaliveLine,
        int keepaliveRequests,
        byte[] serverLine,
        String signature,
        ErrorPages errorPages,
        List<AccessEntry> accessLogs,
        ErrorLogger errorLog) {

    /** One access log and what a line of it contains. */
    record AccessEntry(AccessLogger log, Text<Exchange> line) {}
}
