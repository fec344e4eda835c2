package dev.harken.conf;

/**
 * One {@code error_log} line.
 *
 * @param target where messages go
 * @param level the least grave level that is still written
 */
public record ErrorLog(LogTarget target, LogLevel level) {}
