/**
 * The compare API: whether two pages are near-duplicates, by which rule, and which parts of their texts are common.
 *
 * <p>The comparison itself is in {@code org.ndd.core.compare}; this package has the request and response, and fetches the two sides. Start
 * with {@link org.ndd.compare.CompareAction}.
 */
package org.ndd.compare;
