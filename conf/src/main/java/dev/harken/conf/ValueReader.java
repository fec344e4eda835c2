package dev.harken.conf;

/** Turns the arguments of a directive into a value. */
@FunctionalInterface
interface ValueReader<T> {
    T read(Arguments arguments) throws Fault;
}
