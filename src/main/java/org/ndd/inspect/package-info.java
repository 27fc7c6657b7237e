/**
 * The analyze API, which analyzes one page without indexing it, the compare API, which returns whether two pages are near-duplicates, the
 * reason, and the common parts of their texts, and the evaluate API, which measures the agreement of verdicts with the labels of users.
 *
 * <p>The analysis is in {@code org.ndd.analysis}, the comparison in {@code org.ndd.core.compare} and {@code org.ndd.pair}. Start with
 * {@link org.ndd.inspect.AnalyzePageAction}, {@link org.ndd.inspect.CompareAction} and {@link org.ndd.inspect.EvaluateAction}.
 */
package org.ndd.inspect;
