package dev.harken.server.http;

/**
 * A {@code location} block, compiled.
 *
 * @param path what it was declared with
 * @param settings what applies in it
 * @param content what answers
 */
record Location(String path, Settings settings, Content content) {}
