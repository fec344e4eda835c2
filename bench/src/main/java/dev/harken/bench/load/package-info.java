/**
 * The load generator: a {@link dev.harken.bench.load.LoadPlan} says what to send, a {@link
 * dev.harken.bench.load.LoadRun} sends it, a {@link dev.harken.bench.load.LoadResult} says what
 * came back. Called by the {@code load} command and by the experiments. A run has event loops of
 * its own; everything but the plan, the run and the result belongs to one of those threads.
 */
@NullMarked
package dev.harken.bench.load;

import org.jspecify.annotations.NullMarked;
