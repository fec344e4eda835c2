/**
 * TCP and UDP servers of the {@code stream} block. Assembled by {@code dev.harken.server} from a
 * configuration. Connections are served on worker threads, datagrams on a thread per socket.
 */
@NullMarked
package dev.harken.server.stream;

import org.jspecify.annotations.NullMarked;
