/**
 * The commands of this module. Registered with the {@code harken} command line; they print through
 * its writers and run on the main thread.
 */
@NullMarked
package dev.harken.bench;

import org.jspecify.annotations.NullMarked;
