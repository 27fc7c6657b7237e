/**
 * Parts of the regression benchmark that do not need a node: generated documents, and measured ratios compared with reference ratios.
 *
 * <p>Must not measure, or access nodes or other systems. Start with {@link org.ndd.eval.bench.GeneratedPages} and {@link
 * org.ndd.eval.bench.ReferenceRatios}.
 */
package org.ndd.eval.bench;
