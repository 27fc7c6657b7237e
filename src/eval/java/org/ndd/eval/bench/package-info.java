/**
 * What the benchmark that guards against regressions needs, away from any node: the pages that it makes, and ratios beside those kept.
 *
 * <p>What lives here: pages that are a function of a seed, ratios of two measurements, the file of ratios that the project keeps. What must
 * not: measuring, nodes, systems. Start reading at {@link org.ndd.eval.bench.GeneratedPages} and {@link
 * org.ndd.eval.bench.ReferenceRatios}.
 */
package org.ndd.eval.bench;
