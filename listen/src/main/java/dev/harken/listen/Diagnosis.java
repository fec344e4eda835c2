package dev.harken.listen;

/**
 * What went wrong and what to do.
 *
 * @param cause one line; why the call failed here
 * @param remedy one line; what makes it work
 */
public record Diagnosis(String cause, String remedy) {}
