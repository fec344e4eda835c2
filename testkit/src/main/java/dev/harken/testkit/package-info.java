/**
 * Support for tests: leak checks, hosts in network namespaces, golden files. Called by the tests of
 * the other modules only. On the thread of the test.
 */
@NullMarked
package dev.harken.testkit;

import org.jspecify.annotations.NullMarked;
