/**
 * Workers: one thread with one event loop each, that accept on our listening sockets and serve what
 * they accept. Called by embedding programs and by the server. Each class says which of its methods
 * belong to the worker thread.
 */
@NullMarked
package dev.harken.netty;

import org.jspecify.annotations.NullMarked;
