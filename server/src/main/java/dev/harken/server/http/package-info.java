/**
 * HTTP/1.1 and HTTP/2: connections, virtual servers, locations and what they answer. Assembled by
 * {@code dev.harken.server} from a configuration. Requests are handled on worker threads; the
 * compiled configuration is immutable and swapped as a whole.
 */
@NullMarked
package dev.harken.server.http;

import org.jspecify.annotations.NullMarked;
