/**
 * Measures the quality of groups on labeled corpora, which are not part of the project.
 *
 * <p>Contains readers of corpora, the method of ndd, scores, and commands that write tables and plots. Other systems are in {@code
 * org.ndd.eval.baseline}. The plugin must not depend on it. Start with {@link org.ndd.eval.Evaluation}.
 */
package org.ndd.eval;
