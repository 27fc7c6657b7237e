/**
 * The ingest processor {@code near_dup}: reads a page out of a document and writes what near-duplicate detection needs
 * under a target field.
 *
 * <p>How a page becomes text and fingerprints is in {@code org.ndd.analysis}. Start with {@link
 * org.ndd.ingest.NearDupProcessor}.
 */
package org.ndd.ingest;
