/**
 * Listening sockets: how they are asked for, opened, read back and diagnosed. Called by embedding
 * programs and by the server. Any thread; configurations are immutable.
 */
@NullMarked
package dev.harken.listen;

import org.jspecify.annotations.NullMarked;
