/**
 * What a system that finds near-duplicates is to the harness: pages in, groups out.
 *
 * <p>What lives here: the contract of a {@link org.ndd.eval.method.Method}, its input and output, and the one way in which verdicts on
 * pairs become groups. What must not: any single system, labels, scores. Start reading at {@link org.ndd.eval.method.Method}.
 */
package org.ndd.eval.method;
