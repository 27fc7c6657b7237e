/**
 * The compare API: whether two pages are near-duplicates, by which rule, and what they have in common.
 *
 * <p>The comparison itself is in {@code org.ndd.core.compare}; here are its request and answer, and what fetches the
 * two sides. Start with {@link org.ndd.compare.TransportCompareAction}.
 */
package org.ndd.compare;
