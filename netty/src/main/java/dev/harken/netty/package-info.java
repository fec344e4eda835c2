/**
 * Workers and accept strategies: threads with one Netty event loop each, which accept from the
 * sockets that {@code harken-listen} opened. Called by the server and by programs that embed it.
 * Building, pausing and closing are for any thread; everything about a connection happens on the
 * worker that accepted it.
 */
@NullMarked
package dev.harken.netty;

import org.jspecify.annotations.NullMarked;
