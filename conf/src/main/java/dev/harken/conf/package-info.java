/**
 * The nginx.conf language: lexer, parser, directive tables and diagnostics with file, line and
 * column. Called by the server and the commands. Any thread; the results are immutable.
 */
@NullMarked
package dev.harken.conf;

import org.jspecify.annotations.NullMarked;
