/**
 * What makes the server a well-behaved Unix process: signals, the pid file, limits, giving up root,
 * leaving the terminal. Called by the command line around the start of the server. On the main
 * thread, but for the signal thread.
 */
@NullMarked
package dev.harken.server.lifecycle;

import org.jspecify.annotations.NullMarked;
