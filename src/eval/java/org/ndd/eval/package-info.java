/**
 * Measures the quality of groups on labeled corpora, which are read in place and are no part of the project.
 *
 * <p>What lives here: reading of corpora, our method under the harness's contract, scores, and the command that writes tables and plots.
 * What must not: anything that the plugin needs; other systems, which live in {@code org.ndd.eval.baseline}. Start reading at
 * {@link org.ndd.eval.Evaluation}.
 */
package org.ndd.eval;
