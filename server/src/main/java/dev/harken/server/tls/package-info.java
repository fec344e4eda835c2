/**
 * Certificates, keys and what a handshake settled. Called by the protocol packages. Contexts are
 * made on the thread that starts or reloads the server and used on worker threads.
 */
@NullMarked
package dev.harken.server.tls;

import org.jspecify.annotations.NullMarked;
