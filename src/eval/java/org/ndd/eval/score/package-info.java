/**
 * How well groups agree with labels.
 *
 * <p>What lives here: labels of pairs, scores, and how far a score can be trusted. What must not: corpora and methods. Start reading at
 * {@link org.ndd.eval.score.PairScore}.
 */
package org.ndd.eval.score;
