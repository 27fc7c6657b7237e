/**
 * The ingest processor {@code near_dup}: reads a page from a document and writes the data for near-duplicate detection under a target
 * field.
 *
 * <p>The computation of text and fingerprints is in {@code org.ndd.analysis}. Start with {@link org.ndd.ingest.NearDupProcessor}.
 */
package org.ndd.ingest;
