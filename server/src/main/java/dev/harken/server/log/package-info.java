/**
 * Access and error logs: lines are composed on the thread that has the news and written to files by
 * one thread of their own. Called by the protocol packages and by the assembly. Appending never
 * blocks; what does not fit is counted and reported.
 */
@NullMarked
package dev.harken.server.log;

import org.jspecify.annotations.NullMarked;
