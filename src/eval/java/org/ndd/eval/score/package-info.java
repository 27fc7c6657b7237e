/**
 * Agreement of groups with labels.
 *
 * <p>Contains labels of pairs, scores, and their intervals. Must not contain corpora or methods. Start with {@link
 * org.ndd.eval.score.PairScore}.
 */
package org.ndd.eval.score;
