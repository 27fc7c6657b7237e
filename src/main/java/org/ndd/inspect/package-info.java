/**
 * The analyze API, which analyzes one page without indexing it, and the compare API, which returns whether two pages are near-duplicates,
 * the reason, and the common parts of their texts.
 *
 * <p>Contains the requests and responses, and fetches the two pages of a comparison. The analysis is in {@code org.ndd.analysis}, the
 * comparison in {@code org.ndd.core.compare}. Start with {@link org.ndd.inspect.AnalyzePageAction} and
 * {@link org.ndd.inspect.CompareAction}.
 */
package org.ndd.inspect;
