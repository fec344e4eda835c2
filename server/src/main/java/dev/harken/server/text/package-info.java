/**
 * Text with variables, composed as bytes: response bodies, header values and log lines. Called by
 * the protocol and log packages. A buffer belongs to one thread at a time; compiled texts are
 * immutable.
 */
@NullMarked
package dev.harken.server.text;

import org.jspecify.annotations.NullMarked;
