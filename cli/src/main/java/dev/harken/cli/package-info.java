/**
 * The commands a person types. Called by the launcher; the only package that prints. On the main
 * thread.
 */
@NullMarked
package dev.harken.cli;

import org.jspecify.annotations.NullMarked;
