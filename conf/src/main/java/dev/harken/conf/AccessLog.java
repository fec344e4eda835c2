package dev.harken.conf;

/**
 * One {@code access_log} line.
 *
 * @param target where lines go
 * @param format what a line contains
 */
public record AccessLog(LogTarget target, LogFormat format) {}
