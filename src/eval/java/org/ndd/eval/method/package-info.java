/**
 * The interface of systems that find near-duplicates: documents in, groups out.
 *
 * <p>Contains the contract of a {@link org.ndd.eval.method.Method}, its input and output, and the common grouping of verdicts on pairs.
 * Must not contain systems, labels or scores. Start with {@link org.ndd.eval.method.Method}.
 */
package org.ndd.eval.method;
