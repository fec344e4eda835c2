/**
 * Linux system calls through the FFM API: one class per kernel subsystem, named as the C functions.
 * Called by the modules above it; it holds no policy. Any thread, except where a call says
 * otherwise.
 */
@NullMarked
package dev.harken.linux;

import org.jspecify.annotations.NullMarked;
