/**
 * The compare API, which returns whether two pages are near-duplicates, the reason, and the common parts of their texts.
 *
 * <p>The comparison itself is in {@code org.ndd.core.compare}; this package has the request and response, and fetches the two sides. Start
 * with {@link org.ndd.compare.CompareAction}.
 */
package org.ndd.compare;
