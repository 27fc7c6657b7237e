/**
 * Measures the quality of groups on labelled corpora, which are read in place and are no part of the project.
 *
 * <p>What lives here: reading of corpora, scores, a command that prints them ({@link org.ndd.eval.Evaluate}), and a test that holds floors.
 * What must not: anything that the plugin needs. Start reading at {@link org.ndd.eval.Evaluation}.
 */
package org.ndd.eval;
