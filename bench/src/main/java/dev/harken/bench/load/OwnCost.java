package dev.harken.bench.load;

/**
 * What the load took of this machine's CPUs, so that it can be told from what the server took.
 *
 * @param cpuNanos CPU time of the load threads, user and kernel, while measuring
 * @param busiest share of its time that the busiest thread ran, 0 to 1: near 1 the load generator
 *     is what limits the rate
 * @param waitNanos time the threads could have run but waited for a CPU
 */
public record OwnCost(long cpuNanos, double busiest, long waitNanos) {}
