/**
 * The server: turns a configuration into listeners, workers and protocol handlers. Called by the
 * commands. Start and stop on the main thread, requests on worker threads.
 */
@NullMarked
package dev.harken.server;

import org.jspecify.annotations.NullMarked;
