/**
 * What a load has measured, as text, JSON, CSV and histogram log. Called by the commands and the
 * experiments, on the thread that awaits the run.
 */
@NullMarked
package dev.harken.bench.report;

import org.jspecify.annotations.NullMarked;
