/**
 * Computes the values below the target field of a document: in the ingest processor {@code near_dup}, or in the metadata field {@code _ndd}
 * when the document is indexed. Also defines the mapping types of these values and reads texts and sketches of a segment.
 *
 * <p>The computation of text and fingerprints is in {@code org.ndd.analysis}, the stored format of texts in {@code org.ndd.lucene}. Start
 * with {@link org.ndd.ingest.TargetOptions} and {@link org.ndd.ingest.NearDupProcessor}.
 */
package org.ndd.ingest;
